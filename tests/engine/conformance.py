"""Which case of the foreign collections is run how, read from the tests themselves; writes docs/conformance.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import test_onnx_answers
import test_rotary_answers
import test_torch_answers
import test_torch_decoding
import test_torch_gradients
from answers import Case, onnx_cases, torch_cases

PAGE = Path(__file__).parents[2] / "docs" / "conformance.md"
TORCH_KINDS = {
    "core": "`scaled_dot_product_attention`: masks of every kind, shared keys, other widths, scale, temperature",
    "flex": "`flex_attention`: softcap, ALiBi, windows and what they make together",
    "mha": "`nn.MultiheadAttention`: projections, biases, sources of keys and of values",
    "layer": "a whole layer with every intermediate",
    "softmax": "softmax with its vector-Jacobian product and its full Jacobian",
    "decode": "a causal pass in chunks with a cache of keys and values",
    "rope": "rotary positions, both pairings, by transformers",
    "long": "up to 4096 tokens, made by a formula",
}
ONNX_KINDS = {
    "Attention": "3-D and 4-D inputs, shared keys, masks, past keys, lengths, windows, every intermediate",
    "RotaryEmbedding": "both pairings, part of the width",
    "FlexAttention": "score and weight modifiers",
}
MODULES = (test_torch_answers, test_torch_gradients, test_torch_decoding, test_rotary_answers, test_onnx_answers)
# What each test does to its cases, in the page's words.
WAYS = {
    "test_attention_gives_the_outputs_and_weights_of_scaled_dot_product_attention": "call",
    "test_attention_and_trace_refuse_a_row_that_sees_no_key_unless_told_otherwise": "refusal",
    "test_trace_gives_the_weights_and_heads_of_scaled_dot_product_attention": "trace by head",
    "test_trace_gives_all_heads_at_once_with_masks_under_their_names": "trace",
    "test_trace_gives_softcap_ALiBi_and_windows_under_their_names": "trace",
    "test_attention_between_projections_is_multi_head_attention": "call",
    "test_trace_gives_the_weights_and_output_of_multi_head_attention": "trace",
    "test_trace_gives_every_intermediate_of_a_layer": "trace",
    "test_trace_refuses_a_layer_with_a_row_that_sees_no_key": "refusal",
    "test_attention_gives_the_heads_of_a_layer": "call",
    "test_softmax_gives_the_probabilities_of_torch": "call",
    "test_attention_and_trace_read_scores_given_as_a_bias": "trace",
    "test_queries_keys_and_values_have_the_gradients_of_scaled_dot_product_attention": "gradients by head",
    "test_gradients_of_all_heads_at_once_are_those_too": "gradients",
    "test_softcap_ALiBi_and_windows_under_their_names_pass_gradients_as_flex_attention": "gradients",
    "test_every_parameter_has_the_gradient_of_multi_head_attention": "gradients",
    "test_every_input_has_the_gradient_of_a_whole_layer": "gradients",
    "test_scores_have_the_vector_jacobian_product_of_softmax": "gradients",
    "test_the_partials_of_weights_are_the_full_jacobian_of_softmax": "Jacobian",
    "test_decoding_in_chunks_gives_the_heads_and_the_cache_of_torch": "decode",
    "test_the_whole_causal_pass_gives_the_heads_and_the_cache_of_torch": "trace",
    "test_long_inputs_give_the_outputs_of_torch": "call",
    "test_trace_gives_long_outputs_too": "trace",
    "test_queries_keys_and_scores_are_those_of_transformers": "trace",
    "test_float32_comes_as_near_as_float32_can": "trace in float32",
    "test_the_cosines_and_sines_of_the_operator_turn_its_input": "rotation",
    "test_a_scenario_turns_each_row_by_the_angles_of_the_operator": "trace",
    "test_attention_gives_the_output_of_the_operator": "call",
    "test_trace_gives_the_output_of_the_operator_and_its_intermediate": "trace",
    "test_a_query_that_sees_no_key_has_no_output_and_is_refused_by_attention_and_trace": "refusal",
    "test_causal_masks_windows_and_padding_under_their_names_hide_what_the_operator_hides": "named masks",
    "test_the_present_is_the_past_with_the_new_keys_and_values": "cache",
    "test_decoding_after_a_past_gives_the_output_of_the_operator": "decode",
}
_OPENING = """# Conformance

Which case of two collections of answers that this project did not compute is run how. `python
tests/engine/conformance.py` writes this page from the tests themselves, and a test compares it with them.

- **call**: `attnviz.attention` (or its softmax) gives the expected outputs and weights.
- **trace**: a `Scenario` with the case's settings, under their own names where they have one, gives every intermediate
  that the case holds. *By head*: each query head in a scenario of its own, for masks that differ between heads and for
  dead rows.
- **gradients**: the reverse pass gives every gradient of the case. **Jacobian**: every single partial derivative.
- **refusal**: a query that sees no key is refused by name; only `empty_rows="zero"` gives it the zeros of the case.
- **decode**, **cache**: keys and values from earlier steps. **named masks**: causal, window and padding hide the same.

Tolerances are those of the collections (PyTorch 1e-10, rotary 3e-6 and 2e-5, long 1e-9, relative and absolute; ONNX
1e-3 relative), and never more than 2e-6 absolute for ONNX in float32. Two number formats differ: float16 is computed
in float32 and rounded at the end, within one unit in its last place; bfloat16, which NumPy does not have, is computed
in float32 and rounded by hand, within two units, for the operator rounds on the way too. No case is left out.
"""


def runs() -> dict[str, tuple[str, ...]]:
    """The ways in which each case is run, by its name, from what the tests are parametrised with."""
    found: dict[str, dict[str, None]] = {}
    for module in MODULES:
        for name, cases in _parametrised(module):
            for case in cases:
                found.setdefault(case.name, {})[WAYS[name]] = None
    return {name: tuple(ways) for name, ways in found.items()}


def page() -> str:
    """The whole page in Markdown."""
    ways = runs()
    parts = [_OPENING]
    groups = [("PyTorch", "Kind", TORCH_KINDS, torch_cases), ("ONNX", "Operator", ONNX_KINDS, onnx_cases)]
    for title, column, kinds, cases_of in groups:
        total = sum(len(cases_of(kind)) for kind in kinds)
        rows = [f"| {kind} | {len(cases_of(kind))} | {words} |" for kind, words in kinds.items()]
        parts.append(
            f"## {title}: {total} cases\n\n| {column} | Cases | What it holds |\n|---|---|---|\n" + "\n".join(rows)
        )
        for kind in kinds:
            rows = [_row(case, ways[case.name]) for case in cases_of(kind)]
            parts.append(f"### {kind}\n\n| Case | What it is | Run as |\n|---|---|---|\n" + "\n".join(rows))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _row(case: Case, ways: tuple[str, ...]) -> str:
    name = case.name.removeprefix("test_")
    return f"| {name} | {', '.join(case.tags) or 'plain'} | {', '.join(ways)} |"


def _parametrised(module: ModuleType) -> Iterator[tuple[str, list[Case]]]:
    for name, function in vars(module).items():
        for mark in getattr(function, "pytestmark", []):
            if mark.name == "parametrize" and mark.args[0] == "case":
                yield name, list(mark.args[1])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
