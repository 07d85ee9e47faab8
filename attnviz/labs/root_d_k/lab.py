"""The √d_k laboratory: the spread of q·k for several d_k, measured against its prediction, and saturation."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.exhibits import Axis, Exhibit, Plot, Series
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Choice, Grid, Option, Parameter, Values, Whole, choice, table, whole
from attnviz.labs.protocol import Fact, Progress, Result
from attnviz.labs.root_d_k.histogram import histograms
from attnviz.labs.root_d_k.pairs import dot_products
from attnviz.labs.root_d_k.saturation import Saturation, exhibits_of, saturation

MOST_D_K, MOST_PAIRS, MOST_WIDTHS = 4096, 1_000_000, 8

# In the order of the argument: the question is seen before its answer.
_PARTS = (
    Option("products", "Dot products", "How far they spread for each width."),
    Option("growth", "Growth", "Their standard deviation against √d_k."),
    Option("scaled", "Divided by √d_k", "The same dot products divided by √d_k."),
    Option("saturation", "Saturation", "What softmax makes of large scores, before and after."),
)


class RootDK(Introduced):
    """Unit 6: variances add, so the standard deviation of q·k grows with √d_k."""

    name = "root-d-k"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """What is shown, the widths, the random pairs, and the scores that saturate."""
        return (
            Choice("show", "Show", "products", _PARTS),
            Grid(
                "d_k", "d_k", np.array([[4.0], [64.0], [512.0]]), (), ("d_k",), "queries",
                min_rows=1, max_rows=MOST_WIDTHS, low=1, high=MOST_D_K, whole=True,
            ),
            Whole("pairs", "Random pairs", 10_000, 100, MOST_PAIRS),
            Choice(
                "distribution", "Distribution", "normal",
                (
                    Option("normal", "Normal", "Mean 0, variance 1."),
                    Option("uniform", "Uniform", "Between −√3 and √3: mean 0, variance 1."),
                    Option("signs", "±1", "One or the other: mean 0, variance 1."),
                ),
            ),
            Whole("seed", "Seed", 7, 0, 2**31 - 1),
            Grid("scores", "Scores", np.array([[8.0, 0.0, -8.0]]), (), ("key 1", "key 2", "key 3"), "scores"),
            Grid("pair", "Two scores", np.array([[8.0, -8.0]]), (), ("key 1", "key 2"), "scores"),
            Whole("divide_by_root_of", "Divide them by √", 64, 1, MOST_D_K),
        )  # fmt: skip

    def idle(self, values: Values) -> frozenset[str]:
        """What belongs to the scores while pairs are shown, and the other way round."""
        scores = {"scores", "pair", "divide_by_root_of"}
        pairs = {"d_k", "pairs", "distribution", "seed"}
        return frozenset(pairs if choice(values, "show") == "saturation" else scores)

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """All numbers: the spread for each d_k, both rows of scores before and after; exhibits of the chosen part."""
        widths = [int(width) for width in table(values, "d_k")[:, 0]]
        unscaled = dot_products(
            widths, whole(values, "pairs"), whole(values, "seed"), choice(values, "distribution"), progress
        )
        scaled = [products / np.sqrt(width) for products, width in zip(unscaled, widths, strict=True)]
        d_k = whole(values, "divide_by_root_of")
        three = saturation(table(values, "scores")[0], d_k)
        two = saturation(table(values, "pair")[0], d_k)
        numbers = _spread(widths, unscaled, scaled) | _saturation_numbers(three, two)
        # Sums of ±1 are 2 apart.
        steps = [2.0 if choice(values, "distribution") == "signs" else 0.0] * len(widths)
        scaled_steps = [step / np.sqrt(width) for step, width in zip(steps, widths, strict=True)]
        before = histograms("unscaled", "Dot products q·k", "q·k", widths, unscaled, steps)
        after = histograms("scaled", "q·k divided by √d_k", "q·k ÷ √d_k", widths, scaled, scaled_steps)
        shown = choice(values, "show")
        exhibits: dict[str, tuple[Exhibit, ...]] = {
            "products": (before,),
            "growth": (before, _curve(widths, numbers, scaled=False)),
            "scaled": (before, after, _curve(widths, numbers, scaled=True)),
            "saturation": (*exhibits_of("three", three, d_k), *exhibits_of("pair", two, d_k)),
        }
        return Result(exhibits[shown], numbers, _facts(shown, numbers))


def _spread(widths: list[int], unscaled: list[Array], scaled: list[Array]) -> dict[str, float | Array]:
    return {
        "d_k": np.array(widths, dtype=np.float64),
        "unscaled_std": np.array([products.std() for products in unscaled]),
        "scaled_std": np.array([products.std() for products in scaled]),
        "predicted_std": np.sqrt(np.array(widths, dtype=np.float64)),
        "unscaled_mean": np.array([products.mean() for products in unscaled]),
    }


def _saturation_numbers(three: Saturation, two: Saturation) -> dict[str, float | Array]:
    """Slopes of the pair are equal: its weights are p and 1−p."""
    slope = (float(two.sharp_slopes[0]), float(two.mild_slopes[0]))
    return {
        "sharp": three.sharp,
        "mild": three.mild,
        "sharp_slopes": three.sharp_slopes,
        "mild_slopes": three.mild_slopes,
        "sharp_pair": two.sharp,
        "mild_pair": two.mild,
        "sharp_slope": slope[0],
        "mild_slope": slope[1],
        "slope_ratio": slope[1] / slope[0] if slope[0] else np.inf,
    }


def _curve(widths: list[int], numbers: dict[str, float | Array], *, scaled: bool) -> Plot:
    """Measured points against √d_k and, where scaled ones are shown too, against 1."""
    most = max(max(widths), 2)
    along = np.geomspace(1.0, most, 65)
    at = np.array(widths, dtype=np.float64)
    series: tuple[Series, ...] = (
        Series("√d_k, predicted", along, np.sqrt(along), "scores", dashed=True),
        Series(
            "unscaled, measured" if scaled else "measured", at, np.asarray(numbers["unscaled_std"]), "scores", "points"
        ),
    )
    if scaled:
        series += (
            Series("1, predicted", along, np.ones_like(along), "weights", dashed=True),
            Series("scaled, measured", at, np.asarray(numbers["scaled_std"]), "weights", "points"),
        )
    return Plot(
        "curve",
        "Standard deviation against d_k",
        Axis("d_k", log=True, low=1.0, high=float(most)),
        Axis("standard deviation", log=True),
        series,
    )


def _facts(shown: str, numbers: dict[str, float | Array]) -> tuple[Fact, ...]:
    conditions = Fact("This holds for independent numbers of mean 0 and variance 1; a trained model promises neither.")
    match shown:
        case "products":
            return (Fact("The numbers of q and k are drawn independently, each with mean 0 and variance 1."),)
        case "growth":
            text = "Variances add: d_k products of variance 1 have variance d_k, so their standard deviation is √d_k."
            return Fact(text, "right"), conditions
        case "scaled":
            text = "Divided by √d_k it is 1 whatever d_k is. Divided by d_k it would shrink to 1 ÷ √d_k."
            return Fact(text, "right"), conditions
    if not numbers["sharp_slope"]:
        return (Fact("The scores are so far apart that the slope of the pair is 0: nothing can be learnt there."),)
    return (Fact("After scaling, the slope of the pair is {slope_ratio} times as large: {mild_slope}.", "right"),)
