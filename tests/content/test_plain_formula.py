"""Formulas as one line of plain text."""

from __future__ import annotations

import pytest

from attnviz.content.plain_formula import plain_formula


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"s_{2,3} = \sum_{i=1}^{d_k} q_{2,i} \, k_{3,i}", "s[2,3] = Σ(i=1…d_k) q[2,i] k[3,i]"),
        (r"\tilde{s}_{2,3} = \frac{s_{2,3}}{\sqrt{d_k}}", "s\u0303[2,3] = s[2,3] ÷ √d_k"),
        (
            r"w_{2,3} = \frac{e^{z_{2,3}}}{\sum_{j=1}^{S} e^{z_{2,j}}}",
            "w[2,3] = e^z[2,3] ÷ (Σ(j=1…S) e^z[2,j])",
        ),
        (r"e^{z_{2,3} - \max_{j} z_{2,j}}", "e^(z[2,3] − max_j z[2,j])"),
        (r"\hat{s}_{1,2} = c \tanh\left( \frac{s_{1,2}}{c} \right)", "s\u0302[1,2] = c tanh(s[1,2] ÷ c)"),
        (r"\check{s}_{1,2} = \frac{\bar{s}_{1,2}}{\tau}", "s\u030c[1,2] = s\u0304[1,2] ÷ τ"),
        (r"q^{(2)}_{2,1} = \sum_{m=1}^{d_{\text{model}}} X_{2,m} \, (W_Q)_{m,3} + (b_Q)_{3}",
         "q⁽²⁾[2,1] = Σ(m=1…d_model) X[2,m] W_Q[m,3] + b_Q[3]"),
        (r"o_{2} = \left( o^{(1)}_{2}, \ldots, o^{(h)}_{2} \right)", "o[2] = (o⁽¹⁾[2], …, o⁽ʰ⁾[2])"),
        (r"z_{2,3} = -\infty", "z[2,3] = −∞"),
        (r"\max\left( 1, 2 \right) = 2", "max(1, 2) = 2"),
        (r"\frac{1}{-2}", "1 ÷ (−2)"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_formula_reads_in_plain_signs(latex: str, plain: str) -> None:
    assert plain_formula(latex) == plain
