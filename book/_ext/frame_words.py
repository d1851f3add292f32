"""The words around the text, in both languages."""

WORDS = {
    "zh": {
        "skip": "跳到正文",
        "edition": "中文",
        "book": "mlevalkit · 模型评估与选择",
        "start": "从头读起",
        "contents": "目录",
        "search": "搜索",
        "search_hint": "搜索全书",
        "search_note": "可以用书里的术语，也可以用别的叫法（“召回率”“假阳性”），"
        "还可以用公式的编号 (2.20) 或函数名。",
        "search_some": "找到 {} 处，最相关的在前。",
        "search_none": "没有找到“{}”。换一个更短或更常见的说法试试，或者去术语表和公式索引里找。",
        "search_instead": "按“{}”查找。",
        "search_here": "在中文版里搜索",
        "no_script": "搜索需要启用 JavaScript。",
        "on_page": "本页内容",
        "before": "上一节",
        "after": "下一节",
        "home": "首页",
        "switch": "Read this page in English",
        "mode": "切换深色与浅色",
        "wrap": "代码长行折行",
        "download": "下载本页的 Notebook",
        "download_all": "全部 Notebook（zip）",
        "install": "运行前先装",
        "in_the_book": "（见书）",
        "stands_alone": "*本 Notebook 取自“mlevalkit · 模型评估与选择”。"
        "第一格在没有 mlevalkit 时安装它，"
        "安装包与链接所到的各页都在旁边找；书中每页都可下载整套（zip）。*",
        "code": "代码",
        "content": "解答的代码",
        "figure": "这幅图的代码",
        "output": "输出",
        "answers": "答案",
        "licence": "文字以 CC BY 4.0、代码以 BSD-3-Clause 许可发布。",
        "report": "报告本页的错误",
        "about": "与周志华《机器学习》第 2 章配套的课件与程序库。",
    },
    "en": {
        "skip": "Skip to the text",
        "edition": "English",
        "book": "mlevalkit · Model evaluation and selection",
        "start": "Start reading",
        "contents": "Contents",
        "search": "Search",
        "search_hint": "Search the book",
        "search_note": "Terms of the book work, and so do other names (sensitivity, false alarm "
        "rate), an equation's number such as (2.20), and names of functions.",
        "search_some": "{} places, the closest first.",
        "search_none": "Nothing found for “{}”. Try a shorter or more usual word, or look into the "
        "glossary and the formula index.",
        "search_instead": "Shown for “{}”.",
        "search_here": "Search the English edition",
        "no_script": "The search needs JavaScript.",
        "on_page": "On this page",
        "before": "Previous",
        "after": "Next",
        "home": "Home",
        "switch": "阅读本页的中文版",
        "mode": "Switch between dark and light",
        "wrap": "Wrap long lines of code",
        "download": "Download this notebook",
        "download_all": "All notebooks (zip)",
        "install": "to run it, first",
        "in_the_book": " (in the book)",
        "stands_alone": "*A page of “mlevalkit · Model evaluation and selection”. "
        "Where mlevalkit is "
        "missing, the first cell installs it. The package and the pages that links lead to are "
        "looked for beside this file; every page of the book offers all of them (zip).*",
        "code": "Code",
        "content": "Code of the solution",
        "figure": "Code of this figure",
        "output": "Output",
        "answers": "Answers",
        "licence": "Text under CC BY 4.0, code under BSD-3-Clause.",
        "report": "Report a mistake on this page",
        "about": "Courseware and a library for chapter 2 of Zhou Zhihua’s Machine Learning.",
    },
}

SPHINX_WORDS = {
    "zh": {
        "Link to this heading": "本节的链接",
        "Link to this image": "此图的链接",
        "Link to this table": "此表的链接",
        "Link to this equation": "此式的链接",
        "Link to this code": "此段代码的链接",
    },
    "en": {},
}
