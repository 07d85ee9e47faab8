"""Files of millions of numbers are filled piece by piece: whole or not at all, and one matrix at a time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from attnviz import Direct, Projected, Scenario, load, save, trace
from attnviz.content import attn_npz
from attnviz.content.atomic import FileProblem, writing
from attnviz.content.documents.export import Order, export_into
from attnviz.content.documents.extract import extract
from attnviz.content.documents.long_table import long_pieces
from attnviz.content.glimpse import Glimpse, glimpse_of
from attnviz.content.presets import preset
from attnviz.content.tensors.npz_writer import Parts, write_arrays
from attnviz.engine import chains
from attnviz.engine.errors import HiddenRow, Stopped
from attnviz.engine.mask import Mask

T = 512


def many(**settings: object) -> Scenario:
    draw = np.random.default_rng(11)
    Q, K, V = (draw.standard_normal((T, 8)).astype(np.float32) for _ in range(3))
    return Scenario(Direct(Q, K, V), heads=2, dtype="float32", **settings)  # type: ignore[arg-type]


def test_a_file_that_is_being_filled_has_no_name_yet(tmp_path: Path) -> None:
    with writing(tmp_path / "a", replace=False) as file:
        file.write(b"one ")
        assert not (tmp_path / "a").exists()
        file.write(b"two")
    assert (tmp_path / "a").read_bytes() == b"one two"


@pytest.mark.parametrize("end", [Stopped, KeyboardInterrupt, OSError])
def test_a_filling_that_ends_early_leaves_nothing(tmp_path: Path, end: type[BaseException]) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def half() -> None:
        with writing(tmp_path / "a", replace=True) as file:
            file.write(b"half")
            raise end

    with pytest.raises((end, FileProblem)):
        half()
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_parts_of_an_array_are_what_numpy_reads_as_one() -> None:
    whole = np.arange(24, dtype=np.float32).reshape(3, 2, 4)
    file = io.BytesIO()
    write_arrays(file, {"a": Parts(whole.shape, whole.dtype, iter(whole)), "n": np.array("x")})
    with np.load(io.BytesIO(file.getvalue())) as archive:
        np.testing.assert_array_equal(archive["a"], whole)
        assert archive["n"] == "x"


def test_an_array_written_in_parts_has_the_bytes_of_one_written_whole() -> None:
    whole = np.arange(24, dtype=np.float64).reshape(3, 2, 4)
    files = [io.BytesIO(), io.BytesIO()]
    write_arrays(files[0], {"a": whole})
    write_arrays(files[1], {"a": Parts(whole.shape, whole.dtype, iter(whole))})
    assert files[0].getvalue() == files[1].getvalue()


def test_each_part_is_made_when_the_one_before_is_written() -> None:
    sizes: list[int] = []
    file = io.BytesIO()

    def parts() -> Iterator[np.ndarray]:
        for number in range(3):
            sizes.append(file.tell())
            yield np.full((1000,), float(number))

    write_arrays(file, {"a": Parts((3, 1000), np.dtype(np.float64), parts())})
    assert np.diff(sizes).tolist() == [8000, 8000]


def test_writing_stops_where_it_is_told_to() -> None:
    with pytest.raises(Stopped):
        write_arrays(io.BytesIO(), {"a": np.zeros(10)}, lambda _part: False)


def test_the_part_that_is_written_grows_to_one() -> None:
    told: list[float] = []
    write_arrays(io.BytesIO(), {"a": np.zeros(2_000_000), "b": np.zeros(10)}, lambda part: told.append(part) or True)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_an_export_holds_one_matrix_of_a_large_stage_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for one matrix, eight of two heads and four stages are each computed once and in order."""
    found: list[str] = []
    stage_of = chains.stage_of

    def counted(chain: object, name: str, **options: object) -> object:
        found.append(f"{name} {options['head']}")
        return stage_of(chain, name, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(chains, "stage_of", counted)
    traced = trace(many(), budget=T * T * 4)
    file = io.BytesIO()
    export_into(traced, Order("npz", ("scores", "weights")), file)
    assert found == ["scores 0", "scores 1", "weights 0", "weights 1"]
    with np.load(io.BytesIO(file.getvalue())) as archive:
        np.testing.assert_array_equal(archive["weights"][1], trace(many()).at("weights", 1))


def test_a_long_table_asks_for_its_matrices_one_by_one() -> None:
    asked: list[str] = []

    def tables() -> Iterator:
        for table in extract(trace(preset("two-heads")), ("weights",)).each():
            asked.append(f"head {table.head}")
            yield table

    pieces = long_pieces(tables(), ",", shared=False)
    for _ in range(2):  # the header and a row
        next(pieces)
    assert asked == ["head 1"]


def test_saving_stops_where_it_is_told_to_and_leaves_nothing(tmp_path: Path) -> None:
    draw = np.random.default_rng(5)
    wide = Scenario(Projected(draw.normal(size=(400, 400)), *(draw.normal(size=(400, 4)) for _ in range(3))))
    with pytest.raises(Stopped):
        save(wide, tmp_path / "a.attn", report=lambda _part: False)
    assert list(tmp_path.iterdir()) == []


def test_an_archive_is_read_entry_by_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(5)
    wide = Scenario(Projected(draw.normal(size=(400, 400)), *(draw.normal(size=(400, 4)) for _ in range(3))))
    save(wide, tmp_path / "a.attn")
    monkeypatch.setattr("attnviz.content.attn_file.read", lambda _path: pytest.fail("read as a whole"))
    unpack = attn_npz.unpack
    monkeypatch.setattr(attn_npz, "unpack", lambda data, name: unpack(data, name) if not isinstance(data, bytes) else 1)
    assert load(tmp_path / "a.attn") == wide


@pytest.mark.parametrize("name", ["scores", "weights", "exponentials", "head_output", "queries"])
def test_a_glimpse_shows_the_numbers_of_the_table(name: str) -> None:
    traced = trace(many(mask=Mask(causal=True)))
    glimpse = glimpse_of(traced, name, 1)
    assert isinstance(glimpse, Glimpse)
    table = extract(traced, (name,)).table(name, 1)
    assert (glimpse.rows, glimpse.columns, glimpse.note, glimpse.shape) == (
        table.rows, table.columns, table.note, table.shape,
    )  # fmt: skip
    places = [0, 7, T - 1], [0, 3]
    np.testing.assert_array_equal(glimpse.part(*places), table.part(*places))


def test_a_glimpse_of_a_row_that_sees_no_key_says_so() -> None:
    with pytest.raises(HiddenRow):
        glimpse_of(trace(many(mask=Mask(padding=tuple(range(T))))), "weights", 0)
