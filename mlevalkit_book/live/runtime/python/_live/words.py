"""What the runtime itself says, in the language of the page."""

from __future__ import annotations

import os

HERE = "numpy, scipy, pandas, matplotlib, sklearn, mlevalkit, joblib, tqdm, PIL"
SENTENCES = {
    "absent": (
        "{name} is not part of the Python of this page. There are the standard library and {here}.",
        "本页的 Python 里没有 {name}。可用的有标准库和 {here}。",
    ),
    "encoding": (
        "The file is not in UTF-8. Spreadsheets in Chinese write GBK: read it with "
        "encoding='gb18030', as in pd.read_csv(name, encoding='gb18030').",
        "文件不是 UTF-8 编码。中文电子表格常存成 GBK：读取时加上 encoding='gb18030'，"
        "例如 pd.read_csv(name, encoding='gb18030')。",
    ),
    "input": (
        "input() cannot wait for an answer on this page: assign the value in the cell instead.",
        "本页无法使用 input() 等待输入：请直接在单元格里给变量赋值。",
    ),
    "threads": (
        "Python runs in one thread on this page: use n_jobs=1, or a loop.",
        "本页的 Python 只有一个线程：请用 n_jobs=1 或循环。",
    ),
    "network": (
        "There is no network on this page: hand the file to the page and read it by its name.",
        "本页不能访问网络：请把文件交给页面，再按文件名读取。",
    ),
    "processes": (
        "No other program can be started from this page.",
        "本页不能启动其他程序。",
    ),
    "magic": (
        "{line!r} is a command of IPython, which this page does not have: remove the line.",
        "{line!r} 是 IPython 的命令，本页不支持：请删去这一行。",
    ),
    "install": (
        "Nothing can be installed on this page. There are the standard library and {here}.",
        "本页不能安装软件包。可用的有标准库和 {here}。",
    ),
    "memory": (
        "The memory that the browser gives to this page is full.",
        "浏览器分配给本页的内存已用完。",
    ),
    "too large": (
        "An output of {size:,} characters is not shown; at most {most:,} are.",
        "输出共 {size:,} 个字符，超过 {most:,} 个字符的上限，未显示。",
    ),
}


def words(key: str, **values: object) -> str:
    """Return a sentence in the language of the page."""
    english, chinese = SENTENCES[key]
    text = chinese if os.environ.get("LIVE_LANGUAGE", "en").startswith("zh") else english
    return text.format(here=HERE, **values)
