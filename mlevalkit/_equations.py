"""The chapter's equations: the one place of number, title, symbol, expression and section."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from ._workings import Expression, Latex, Line, Number, Sentence, bilingual


@dataclass(frozen=True, slots=True, repr=False)
class Equation:
    """An equation of the chapter. Called with numbers, it is a line of a working.

    Attributes
    ----------
    number : str
        Such as "2.10".
    section : str
        Where the textbook has it.
    title, title_zh : str
        What it is, in English and in Chinese.
    name : str
        The function that computes it.
    symbol : str
        What it defines, in the notation of the workings.
    forms : tuple of str
        The expressions by which it is computed, the textbook's first.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.equations["2.8"]
    (2.8) Precision: mk.precision_score, section 2.3.2
    >>> print(mk.equations["2.8"](TP=4, FP=2).plain())
    (2.8)    P = TP / (TP + FP) = 4 / (4 + 2) = 2/3 ≈ 0.6667
    """

    number: str
    section: str
    title: str
    title_zh: str
    name: str
    symbol: str
    forms: tuple[str, ...] = ()
    _latex: str = ""

    def __call__(
        self,
        values: Mapping[str, Any] | None = None,
        /,
        *,
        form: int | str = 0,
        symbol: str | None = None,
        of: str = "",
        note: Sentence | None = None,
        undefined: Number | None = None,
        **more: Any,
    ) -> Line:
        """Return the line in which numbers, by name, are put into an expression of the equation.

        `form` is the number of the expression, or one that the equation takes on in a special
        case; `of` an index of the symbol, `undefined` what stands for 0/0.
        """
        formula = form if isinstance(form, str) else self.forms[form]
        numbers = {**(values or {}), **more}
        return Line(self.number, (symbol or self.symbol) + of, formula, numbers, note, undefined)

    @property
    def latex(self) -> str:
        """The symbolic form; written by hand only where it has an integral or an indexed sum."""
        if self._latex:
            return self._latex
        writer = Latex()
        forms = [Expression(form).text(writer) for form in self.forms]
        return " = ".join([writer.name(self.symbol), *forms])

    @property
    def function(self) -> Callable[..., Any]:
        """What computes it."""
        found: Callable[..., Any] = getattr(sys.modules[__package__], self.name)
        return found

    @property
    def call(self) -> str:
        """The name under which the function is called, such as "mk.f1_score"."""
        return f"mk.{self.name}"

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


_EQUATIONS = (
    Equation("2.1", "2.2.3", "Probability of never being drawn by a bootstrap",
             "自助采样始终不被采到的概率", "out_of_bag_probability", "P", ("(1 - 1/m)**m",),
             r"\lim_{m \to \infty} \left(1 - \frac{1}{m}\right)^m = \frac{1}{e} \approx 0.368"),
    Equation("2.2", "2.3", "Mean squared error", "均方误差", "mean_squared_error", "E",
             ("sum((f - y)**2) / m", "sum(w*(f - y)**2) / sum(w)"),
             r"E(f; D) = \frac{1}{m} \sum_{i=1}^{m} (f(x_i) - y_i)^2"),
    Equation("2.3", "2.3", "Mean squared error over a distribution", "数据分布上的均方误差",
             "expected_squared_error", "E", ("sum(E_i)",),
             r"E(f; \mathcal{D}) = \int_{x \sim \mathcal{D}} (f(x) - y)^2 \, p(x) \, \mathrm{d}x"),
    Equation("2.4", "2.3.1", "Error rate", "错误率", "error_rate", "E", ("a / m",),
             r"E(f; D) = \frac{1}{m} \sum_{i=1}^{m} \mathbb{I}(f(x_i) \neq y_i)"),
    Equation("2.5", "2.3.1", "Accuracy", "精度", "accuracy_score", "acc", ("1 - E",),
             r"\mathrm{acc}(f; D) = \frac{1}{m} \sum_{i=1}^{m} \mathbb{I}(f(x_i) = y_i)"
             r" = 1 - E(f; D)"),
    Equation("2.6", "2.3.1", "Error rate over a distribution", "数据分布上的错误率",
             "expected_error_rate", "E", ("sum(p_i)",),
             r"E(f; \mathcal{D}) = \int_{x \sim \mathcal{D}} \mathbb{I}(f(x) \neq y) \, p(x) \,"
             r" \mathrm{d}x"),
    Equation("2.7", "2.3.1", "Accuracy over a distribution", "数据分布上的精度",
             "expected_accuracy", "acc", ("1 - E",),
             r"\mathrm{acc}(f; \mathcal{D}) = \int_{x \sim \mathcal{D}} \mathbb{I}(f(x) = y) \,"
             r" p(x) \, \mathrm{d}x = 1 - E(f; \mathcal{D})"),
    Equation("2.8", "2.3.2", "Precision", "查准率", "precision_score", "P", ("TP / (TP + FP)",)),
    Equation("2.9", "2.3.2", "Recall", "查全率", "recall_score", "R", ("TP / (TP + FN)",)),
    Equation("2.10", "2.3.2", "F1", "F1 度量", "f1_score", "F1",
             ("2*P*R / (P + R)", "2*TP / (m + TP - TN)", "2*TP / (2*TP + FN + FP)")),
    Equation("2.11", "2.3.2", "F beta", "Fβ 度量", "fbeta_score", "F_beta",
             ("(1 + beta**2)*P*R / (beta**2*P + R)",
              "(1 + beta**2)*TP / ((1 + beta**2)*TP + beta**2*FN + FP)")),
    Equation("2.12", "2.3.2", "Macro-precision", "宏查准率", "precision_score", "macro_P",
             ("sum(P) / n",), r"\text{macro-}P = \frac{1}{n} \sum_{i=1}^{n} P_i"),
    Equation("2.13", "2.3.2", "Macro-recall", "宏查全率", "recall_score", "macro_R",
             ("sum(R) / n",), r"\text{macro-}R = \frac{1}{n} \sum_{i=1}^{n} R_i"),
    Equation("2.14", "2.3.2", "Macro-F1", "宏 F1", "macro_f1", "macro_F1",
             ("2*macro_P*macro_R / (macro_P + macro_R)",)),
    Equation("2.15", "2.3.2", "Micro-precision", "微查准率", "precision_score", "micro_P",
             ("TP_mean / (TP_mean + FP_mean)",)),
    Equation("2.16", "2.3.2", "Micro-recall", "微查全率", "recall_score", "micro_R",
             ("TP_mean / (TP_mean + FN_mean)",)),
    Equation("2.17", "2.3.2", "Micro-F1", "微 F1", "f1_score", "micro_F1",
             ("2*micro_P*micro_R / (micro_P + micro_R)",)),
    Equation("2.18", "2.3.3", "True positive rate", "真正例率", "roc_curve", "TPR",
             ("TP / (TP + FN)",)),
    Equation("2.19", "2.3.3", "False positive rate", "假正例率", "roc_curve", "FPR",
             ("FP / (TN + FP)",)),
    Equation("2.20", "2.3.3", "Area under the ROC curve", "ROC 曲线下的面积", "auc", "AUC",
             ("sum((x_next - x_i)*(y_i + y_next)) / 2",),
             r"\mathrm{AUC} = \frac{1}{2} \sum_{i=1}^{m-1} (x_{i+1} - x_i)(y_i + y_{i+1})"),
    Equation("2.21", "2.3.3", "Ranking loss", "排序损失", "ranking_loss", "ell_rank",
             ("(lost + tied/2) / (won + tied + lost)",),
             r"\ell_{rank} = \frac{1}{m^+ m^-} \sum_{x^+ \in D^+} \sum_{x^- \in D^-} \left("
             r"\mathbb{I}(f(x^+) < f(x^-)) + \tfrac{1}{2} \mathbb{I}(f(x^+) = f(x^-)) \right)"),
    Equation("2.22", "2.3.3", "AUC from the ranking loss", "AUC 与排序损失的关系",
             "roc_auc_score", "AUC", ("1 - ell_rank",)),
    Equation("2.23", "2.3.4", "Cost-sensitive error rate", "代价敏感错误率",
             "cost_sensitive_error", "E",
             ("(FN*cost_01 + FP*cost_10) / (m_pos + m_neg)",
              "p*FNR*cost_01 + (1 - p)*FPR*cost_10", "sum(n*cost) / m"),
             r"E(f;D;cost) = \frac{1}{m} \left( \sum_{\boldsymbol{x}_i \in D^{+}} "
             r"\mathbb{I}(f(\boldsymbol{x}_i) \neq y_i) \times cost_{01} + "
             r"\sum_{\boldsymbol{x}_i \in D^{-}} "
             r"\mathbb{I}(f(\boldsymbol{x}_i) \neq y_i) \times cost_{10} \right)"),
    Equation("2.24", "2.3.4", "Positive probability cost", "正例概率代价", "positive_cost",
             "Pcost", ("p*cost_01 / (p*cost_01 + (1 - p)*cost_10)",)),
    Equation("2.25", "2.3.4", "Normalized cost", "归一化代价", "normalized_cost", "cost_norm",
             ("(FNR*p*cost_01 + FPR*(1 - p)*cost_10) / (p*cost_01 + (1 - p)*cost_10)",)),
    Equation("2.26", "2.4.1", "Probability of a test error rate", "测试错误率的概率",
             "error_likelihood", "P",
             ("C(m, mprime)*epsilon**mprime*(1 - epsilon)**(m - mprime)",)),
    Equation("2.27", "2.4.1", "Critical error rate of the binomial test",
             "二项检验的临界错误率", "critical_error_rate", "eps_bar", ("C / m",),
             r"\bar{\epsilon} = \min \epsilon \quad \text{s.t.} \quad"
             r"\sum_{i = \epsilon \times m + 1}^{m} \binom{m}{i} \epsilon_0^i"
             r" (1 - \epsilon_0)^{m - i} < \alpha"),
    Equation("2.28", "2.4.1", "Mean of several test error rates", "平均测试错误率", "t_test",
             "mu", ("sum(eps_hat) / k",),
             r"\mu = \frac{1}{k} \sum_{i=1}^{k} \hat{\epsilon}_i"),
    Equation("2.29", "2.4.1", "Variance of several test error rates", "测试错误率的方差",
             "t_test", "sigma2", ("sum((eps_hat - mu)**2) / (k - 1)",),
             r"\sigma^2 = \frac{1}{k-1} \sum_{i=1}^{k} (\hat{\epsilon}_i - \mu)^2"),
    Equation("2.30", "2.4.1", "Statistic of the t test", "t 检验的统计量", "t_test", "tau_t",
             ("sqrt(k)*(mu - eps_0) / sigma",)),
    Equation("2.31", "2.4.2", "Statistic of the paired t test", "成对 t 检验的统计量",
             "paired_t_test", "tau_t", ("abs(sqrt(k)*mu / sigma)",)),
    Equation("2.32", "2.4.2", "Statistic of the 5x2cv test", "5×2 交叉验证检验的统计量",
             "five_by_two_cv_test", "tau_t",
             ("abs(mu) / sqrt(0.2*sum(sigma2))",),
             r"\tau_t = \frac{\left| \mu \right|}{\sqrt{0.2 \sum_{i=1}^{5} \sigma_i^2}}, \quad"
             r"\mu = 0.5 (\Delta_1^1 + \Delta_1^2)"),
    Equation("2.33", "2.4.3", "Statistic of McNemar's test", "McNemar 检验的统计量",
             "mcnemar_test", "tau_chi2", ("(abs(e_01 - e_10) - 1)**2 / (e_01 + e_10)",)),
    Equation("2.34", "2.4.4", "Friedman's original statistic", "原始 Friedman 检验的统计量",
             "friedman_test", "tau_chi2",
             ("(k - 1) / k * (12*N / (k**2 - 1)) * sum((r - (k + 1) / 2)**2)",
              "12*N / (k*(k + 1)) * (sum(r**2) - k*(k + 1)**2 / 4)"),
             r"\tau_{\chi^2} = \frac{k-1}{k} \cdot \frac{12N}{k^2-1}"
             r" \sum_{i=1}^{k} \left(r_i - \frac{k+1}{2}\right)^2"
             r" = \frac{12N}{k(k+1)} \left(\sum_{i=1}^{k} r_i^2 - \frac{k(k+1)^2}{4}\right)"),
    Equation("2.35", "2.4.4", "F form of Friedman's statistic", "Friedman 检验的 F 统计量",
             "friedman_test", "tau_F", ("(N - 1)*tau_chi2 / (N*(k - 1) - tau_chi2)",)),
    Equation("2.36", "2.4.4", "Critical difference of the Nemenyi test",
             "Nemenyi 检验的临界值域", "critical_difference", "CD",
             ("q_alpha*sqrt(k*(k + 1) / (6*N))",)),
    Equation("2.37", "2.5", "Mean prediction", "期望预测", "bias_variance_decomposition",
             "f_mean", ("sum(f) / n",), r"\bar{f}(x) = \mathbb{E}_D\left[f(x; D)\right]"),
    Equation("2.38", "2.5", "Variance", "方差", "bias_variance_decomposition", "var",
             ("sum((f - f_mean)**2) / n",),
             r"var(x) = \mathbb{E}_D\left[\left(f(x; D) - \bar{f}(x)\right)^2\right]"),
    Equation("2.39", "2.5", "Noise", "噪声", "bias_variance_decomposition", "eps2",
             ("sum((y_D - y)**2) / n",),
             r"\varepsilon^2 = \mathbb{E}_D\left[(y_D - y)^2\right]"),
    Equation("2.40", "2.5", "Squared bias", "偏差的平方", "bias_variance_decomposition",
             "bias2", ("(f_mean - y)**2",), r"bias^2(x) = \left(\bar{f}(x) - y\right)^2"),
    Equation("2.41", "2.5", "Splitting the expected error", "期望泛化误差的分解过程",
             "bias_variance_decomposition", "E", (),
             r"E(f; D) = \mathbb{E}_D\left[\left(f(x; D) - \bar{f}(x)\right)^2\right]"
             r" + \left(\bar{f}(x) - y\right)^2 + \mathbb{E}_D\left[(y_D - y)^2\right]"),
    Equation("2.42", "2.5", "Bias-variance decomposition", "偏差-方差分解",
             "bias_variance_decomposition", "E", ("bias2 + var + eps2",),
             r"E(f; D) = bias^2(x) + var(x) + \varepsilon^2"),
    Equation("2.43", "exercise 2.8", "Min-max normalization", "min-max 规范化", "minmax_scale",
             "x'", ("a + (x - x_min) / (x_max - x_min) * (b - a)",),
             r"x' = x'_{\min} + \frac{x - x_{\min}}{x_{\max} - x_{\min}}"
             r" \times (x'_{\max} - x'_{\min})"),
    Equation("2.44", "exercise 2.8", "Z-score normalization", "z-score 规范化", "zscore", "x'",
             ("(x - x_mean) / sigma_x",), r"x' = \frac{x - \bar{x}}{\sigma_x}"),
)  # fmt: skip


def _section_zh(section: str) -> str:
    if section.startswith("exercise "):
        return "习题 " + section.removeprefix("exercise ")
    return f"{section} 节"


class Equations(Mapping[str, Equation]):
    """The equations of the chapter by number, "2.1" to "2.44".

    Examples
    --------
    >>> import mlevalkit as mk
    >>> mk.equations["2.10"]
    (2.10) F1: mk.f1_score, section 2.3.2
    >>> mk.equations["2.10"].forms[0]
    '2*P*R / (P + R)'
    >>> mk.equations["2.8"].function([1, 0], [1, 1])
    0.5
    """

    def __init__(self, entries: tuple[Equation, ...]) -> None:
        self._entries = {e.number: e for e in entries}

    def __getitem__(self, number: str) -> Equation:
        """Return an equation; its number is a string, since 2.10 is not 2.1."""
        if number not in self._entries:
            raise KeyError(f'number: expected a string from "2.1" to "2.44", got {number!r}')
        return self._entries[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        rows = [(f"({e.number})", e.section, e.call, e.title) for e in self.values()]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        return "\n".join(
            "  ".join([*(cell.ljust(w) for cell, w in zip(row[:3], widths, strict=True)), row[3]])
            for row in rows
        )

    def _repr_html_(self) -> str:
        names = ("number", "编号"), ("section", "章节"), ("equation", "公式"), ("function", "函数")
        head = "".join(f'<th scope="col">{bilingual(*name)}</th>' for name in names)
        body = "".join(f"<tr>{_cells(entry)}</tr>" for entry in self.values())
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        inside = f'<div class="mk-table" tabindex="0">{table}</div>'
        return f'<div class="mk tex2jax_process mathjax_process">{inside}</div>'


def _cells(e: Equation) -> str:
    where = bilingual(e.section, _section_zh(e.section))
    title = bilingual(e.title, e.title_zh)
    latex = escape(e.latex, quote=False)
    return (
        f'<th scope="row">({e.number})</th><td>{where}</td>'
        f"<td>{title} · <code>{escape(e.call)}</code>$${latex}$$</td>"
    )


equations = Equations(_EQUATIONS)
