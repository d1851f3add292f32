"""The index of the chapter's equations: number, symbolic form, section, function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import import_module
from typing import Any

from ._display import bilingual, registered

# Only what the functions do not say of themselves: section and title.
_TITLES = {
    "2.1": (
        "2.2.3",
        "Probability of never being drawn by a bootstrap",
        "自助采样始终不被采到的概率",
    ),
    "2.2": ("2.3", "Mean squared error", "均方误差"),
    "2.3": ("2.3", "Mean squared error over a distribution", "数据分布上的均方误差"),
    "2.4": ("2.3.1", "Error rate", "错误率"),
    "2.5": ("2.3.1", "Accuracy", "精度"),
    "2.6": ("2.3.1", "Error rate over a distribution", "数据分布上的错误率"),
    "2.7": ("2.3.1", "Accuracy over a distribution", "数据分布上的精度"),
    "2.8": ("2.3.2", "Precision", "查准率"),
    "2.9": ("2.3.2", "Recall", "查全率"),
    "2.10": ("2.3.2", "F1", "F1 度量"),
    "2.11": ("2.3.2", "F beta", "Fβ 度量"),
    "2.12": ("2.3.2", "Macro-precision", "宏查准率"),
    "2.13": ("2.3.2", "Macro-recall", "宏查全率"),
    "2.14": ("2.3.2", "Macro-F1", "宏 F1"),
    "2.15": ("2.3.2", "Micro-precision", "微查准率"),
    "2.16": ("2.3.2", "Micro-recall", "微查全率"),
    "2.17": ("2.3.2", "Micro-F1", "微 F1"),
    "2.18": ("2.3.3", "True positive rate", "真正例率"),
    "2.19": ("2.3.3", "False positive rate", "假正例率"),
    "2.20": ("2.3.3", "Area under the ROC curve", "ROC 曲线下的面积"),
    "2.21": ("2.3.3", "Ranking loss", "排序损失"),
    "2.22": ("2.3.3", "AUC from the ranking loss", "AUC 与排序损失的关系"),
    "2.23": ("2.3.4", "Cost-sensitive error rate", "代价敏感错误率"),
    "2.24": ("2.3.4", "Positive probability cost", "正例概率代价"),
    "2.25": ("2.3.4", "Normalized cost", "归一化代价"),
    "2.26": ("2.4.1", "Probability of a test error rate", "测试错误率的概率"),
    "2.27": ("2.4.1", "Critical error rate of the binomial test", "二项检验的临界错误率"),
    "2.28": ("2.4.1", "Mean of several test error rates", "平均测试错误率"),
    "2.29": ("2.4.1", "Variance of several test error rates", "测试错误率的方差"),
    "2.30": ("2.4.1", "Statistic of the t test", "t 检验的统计量"),
    "2.31": ("2.4.2", "Statistic of the paired t test", "成对 t 检验的统计量"),
    "2.32": ("2.4.2", "Statistic of the 5x2cv test", "5×2 交叉验证检验的统计量"),
    "2.33": ("2.4.3", "Statistic of McNemar's test", "McNemar 检验的统计量"),
    "2.34": ("2.4.4", "Friedman's original statistic", "原始 Friedman 检验的统计量"),
    "2.35": ("2.4.4", "F form of Friedman's statistic", "Friedman 检验的 F 统计量"),
    "2.36": ("2.4.4", "Critical difference of the Nemenyi test", "Nemenyi 检验的临界值域"),
    "2.37": ("2.5", "Mean prediction", "期望预测"),
    "2.38": ("2.5", "Variance", "方差"),
    "2.39": ("2.5", "Noise", "噪声"),
    "2.40": ("2.5", "Squared bias", "偏差的平方"),
    "2.41": ("2.5", "Splitting the expected error", "期望泛化误差的分解过程"),
    "2.42": ("2.5", "Bias-variance decomposition", "偏差-方差分解"),
    "2.43": ("exercise 2.8", "Min-max normalization", "min-max 规范化"),
    "2.44": ("exercise 2.8", "Z-score normalization", "z-score 规范化"),
}


@dataclass(frozen=True, slots=True, repr=False)
class CatalogueEntry:
    """An equation of the chapter.

    Attributes
    ----------
    number : str
        Such as "2.10".
    title, title_zh : str
        What it is, in English and in Chinese.
    section : str
        Where the textbook has it.
    latex : str
        Its symbolic form.
    function : callable
        What computes it.
    """

    number: str
    title: str
    title_zh: str
    section: str
    latex: str
    function: Callable[..., Any]

    @property
    def call(self) -> str:
        """The name under which the function is called, such as "mk.f1_score"."""
        return f"mk.{self.function.__name__}"

    def __repr__(self) -> str:
        return f"({self.number}) {self.title}: {self.call}, section {self.section}"

    def _repr_html_(self) -> str:
        name = bilingual(self.title, self.title_zh)
        where = bilingual(f"section {self.section}", _section_zh(self.section))
        return (
            f'<div class="mk tex2jax_process mathjax_process"><p>{name} · {where} · '
            f"<code>{escape(self.call)}</code></p>"
            rf"$$\tag{{{self.number}}}{escape(self.latex, quote=False)}$$</div>"
        )


def _section_zh(section: str) -> str:
    if section.startswith("exercise "):
        return "习题 " + section.removeprefix("exercise ")
    return f"{section} 节"


@cache
def _entries() -> dict[str, CatalogueEntry]:
    """Return all entries by number; the rooms are imported now, so that they can register."""
    for room in import_module("mlevalkit")._ROOMS:
        import_module(f".{room}", __package__)
    entries = {}
    for number, (section, title, title_zh) in _TITLES.items():
        e = registered()[number]
        entries[number] = CatalogueEntry(number, title, title_zh, section, e.latex, e.function)
    return entries


class Catalogue(Mapping[str, CatalogueEntry]):
    """The equations of the chapter by number, "2.1" to "2.44".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.equations["2.10"]
    (2.10) F1: mk.f1_score, section 2.3.2
    >>> mk.equations["2.8"].latex
    'P = \\\\frac{TP}{TP + FP}'
    >>> mk.equations["2.8"].function([1, 0], [1, 1])
    0.5
    """

    def __getitem__(self, number: str) -> CatalogueEntry:
        """Return the entry of an equation; its number is a string, since 2.10 is not 2.1."""
        if number not in _TITLES:
            raise KeyError(f'number: expected a string from "2.1" to "2.44", got {number!r}')
        return _entries()[number]

    def __iter__(self) -> Iterator[str]:
        return iter(_entries())

    def __len__(self) -> int:
        return len(_entries())

    def __repr__(self) -> str:
        rows = [(f"({e.number})", e.section, e.call, e.title) for e in self.values()]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        return "\n".join(
            "  ".join([*(cell.ljust(w) for cell, w in zip(row[:3], widths, strict=True)), row[3]])
            for row in rows
        )

    def _repr_html_(self) -> str:
        names = (
            ("number", "编号"),
            ("section", "章节"),
            ("equation", "公式"),
            ("function", "函数"),
        )
        head = "".join(f'<th scope="col">{bilingual(*name)}</th>' for name in names)
        body = "".join(f"<tr>{_cells(entry)}</tr>" for entry in self.values())
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        inside = f'<div class="mk-table" tabindex="0">{table}</div>'
        return f'<div class="mk tex2jax_process mathjax_process">{inside}</div>'


def _cells(e: CatalogueEntry) -> str:
    where = bilingual(e.section, _section_zh(e.section))
    title = bilingual(e.title, e.title_zh)
    latex = escape(e.latex, quote=False)
    return (
        f'<th scope="row">({e.number})</th><td>{where}</td>'
        f"<td>{title} · <code>{escape(e.call)}</code>$${latex}$$</td>"
    )


equations = Catalogue()
