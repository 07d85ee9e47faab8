"""Safetensors files: every number format comes back exactly, only what is asked for is read, bad headers are named."""

from __future__ import annotations

import json
import re
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from safetensors_files import CODES, packed, with_header, write, write_shards

from attnviz.content.atomic import FileProblem
from attnviz.content.tensors.opening import open_tensors
from attnviz.engine.errors import AttentionError, FieldError

F32 = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def _refusal(path: Path) -> str:
    with pytest.raises(FileProblem) as caught:
        open_tensors(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", sorted(CODES))
def test_numbers_of_every_format_come_back_as_stored(tmp_path: Path, name: str) -> None:
    values = np.array([[0, 1, 1], [1, 0, 1]]).astype(name)
    stored = open_tensors(write(tmp_path / "a.safetensors", {"w": values}))
    assert stored.dtype("w") == name
    found = stored.read("w")
    assert found.dtype == np.dtype(name)
    np.testing.assert_array_equal(found, values)


def test_bfloat16_comes_as_the_float32_of_the_same_value(tmp_path: Path) -> None:
    # 1.5 = 0x3FC0, −2 = 0xC000, 0x0001 is the smallest subnormal 2^−133, 0x7F7F the largest, (2 − 2^−7)·2^127
    raw = np.array([0x3FC0, 0xC000, 0x0001, 0x7F7F], "<u2").tobytes()
    path = tmp_path / "b.safetensors"
    path.write_bytes(with_header({"w": {"dtype": "BF16", "shape": [4], "data_offsets": [0, 8]}}, raw))
    found = open_tensors(path).read("w")
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found.astype(float), [1.5, -2.0, 2.0**-133, (2 - 2.0**-7) * 2.0**127])


def test_a_block_and_rows_are_the_same_numbers_as_in_the_whole(tmp_path: Path) -> None:
    values = np.arange(120, dtype=np.float32).reshape(2, 3, 4, 5)
    stored = open_tensors(write(tmp_path / "a.safetensors", {"pad": np.zeros(3, np.int8), "w": values}))
    np.testing.assert_array_equal(stored.read("w", 1), values[1])
    np.testing.assert_array_equal(stored.read("w", 1, 2), values[1, 2])
    np.testing.assert_array_equal(stored.read("w", 1, 2, 3, 4), values[1, 2, 3, 4])
    np.testing.assert_array_equal(stored.rows("w", [1, 0, 1]), values[[1, 0, 1]])


def test_what_is_read_cannot_be_written_to(tmp_path: Path) -> None:
    stored = open_tensors(write(tmp_path / "a.safetensors", {"w": np.ones((2, 2))}))
    assert not stored.read("w").flags.writeable
    assert not stored.rows("w", [0]).flags.writeable


def test_listing_and_one_row_leave_the_rest_of_the_file_unread(tmp_path: Path) -> None:
    path = write(tmp_path / "a.safetensors", {"w": np.ones((4096, 1024), np.float32)})  # 16 MB
    tracemalloc.start()
    np.testing.assert_array_equal(open_tensors(path).rows("w", [4000]), np.ones((1, 1024)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_an_array_of_one_number_and_an_empty_one_are_read(tmp_path: Path) -> None:
    stored = open_tensors(write(tmp_path / "a.safetensors", {"one": np.float32(3), "none": np.zeros((0, 4))}))
    assert stored.read("one") == 3
    assert stored.read("none").shape == (0, 4)


def test_metadata_is_kept_beside_the_names(tmp_path: Path) -> None:
    stored = open_tensors(write(tmp_path / "a.safetensors", {"w": np.ones(2)}, metadata={"format": "pt"}))
    assert stored.metadata == {"format": "pt"}
    assert stored.names == ("w",)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "too short"),
        (b"\x05\0\0", "too short"),
        ((1 << 62).to_bytes(8, "little") + b"{}", "should take 4611686018427387904 bytes"),
        ((9).to_bytes(8, "little") + b"{}", "cut short"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "git lfs pull"),
        (with_header(b"not json"), "no JSON"),
        (with_header(b"[1, 2]"), "no list of arrays"),
        (with_header(b"[" * 100_000), "no JSON"),
        (with_header(b'{"w": 1, "w": 2}'), "there twice"),
        (with_header({"w": 1}), "lacks a proper"),
        (with_header({"w": {"dtype": "F32", "shape": [2]}}), "lacks a proper"),
        (with_header({"w": F32 | {"shape": [2.0]}}, bytes(8)), "lacks a proper"),
        (with_header({"w": F32 | {"shape": [True, 2]}}, bytes(8)), "lacks a proper"),
        (with_header({"w": F32 | {"shape": [-2]}}, bytes(8)), "lacks a proper"),
        (with_header({"w": F32 | {"shape": [1] * 40}}, bytes(8)), "lacks a proper"),
        (with_header({"w": F32 | {"data_offsets": [0, 8, 9]}}, bytes(8)), "lacks a proper"),
        (with_header({"w": F32 | {"data_offsets": [-8, 0]}}, bytes(8)), "lacks a proper"),
        (with_header({"w": F32 | {"data_offsets": [8, 0]}}, bytes(8)), "outside the file"),
        (with_header({"w": F32 | {"data_offsets": [0, 1 << 70]}}, bytes(8)), "outside the file"),
        (with_header({"w": F32}, bytes(7)), "outside the file"),
        (with_header({"w": F32 | {"shape": [3]}}, bytes(8)), "should have 12 bytes"),
        (with_header({"w": F32 | {"shape": [1 << 33, 1 << 33]}}, bytes(8)), "has 8"),
        (with_header({"v": F32, "w": F32 | {"data_offsets": [4, 12]}}, bytes(12)), "overlaps"),
        (with_header({"v": F32, "w": F32}, bytes(8)), "overlaps"),
        (with_header({"v": F32, "w": F32 | {"data_offsets": [12, 20]}}, bytes(20)), "gap"),
        (with_header({"v": F32}, bytes(12)), "4 bytes at the end belong to no array"),
        (with_header({"__metadata__": {"a": 1}, "w": F32}, bytes(8)), "other things than texts"),
    ],
)
def test_a_header_that_lies_is_refused_by_name(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "bad.safetensors"
    path.write_bytes(data)
    assert words in _refusal(path)


def test_a_header_of_a_million_arrays_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "many.safetensors"
    path.write_bytes(b"")
    length = 80_000_000
    with path.open("wb") as file:
        file.write(length.to_bytes(8, "little"))
        file.truncate(8 + length)  # sparse: nothing of it lies on the disk
    tracemalloc.start()
    assert "76 MB, more than is read here" in _refusal(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_many_empty_arrays_are_refused_by_their_count(tmp_path: Path) -> None:
    entry = {"dtype": "I8", "shape": [0], "data_offsets": [0, 0]}
    path = tmp_path / "many.safetensors"
    path.write_bytes(with_header({str(number): entry for number in range(100_001)}))
    assert "100001 arrays" in _refusal(path)


def test_an_array_larger_than_is_read_at_once_is_refused_when_it_is_read(tmp_path: Path) -> None:
    size = 1 << 33
    head = with_header({"w": {"dtype": "F64", "shape": [size // 8], "data_offsets": [0, size]}})
    path = tmp_path / "large.safetensors"
    with path.open("wb") as file:
        file.write(head)
        file.truncate(len(head) + size)  # sparse
    with pytest.raises(FileProblem, match="8192 MB at once"):
        open_tensors(path).read("w")


def test_a_format_that_numpy_lacks_is_listed_and_refused_only_when_read(tmp_path: Path) -> None:
    path = tmp_path / "f8.safetensors"
    path.write_bytes(
        with_header(
            {
                "q": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [0, 2]},
                "n": {"dtype": "F4", "shape": [4], "data_offsets": [2, 4]},
                "w": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]},
            },
            bytes(4) + np.float32(5).tobytes(),
        )
    )
    stored = open_tensors(path)
    assert stored.read("w") == [5]
    for name, words in (("q", "float8"), ("n", "F4")):
        with pytest.raises(FileProblem, match=words):
            stored.read(name)


def test_a_name_or_index_that_is_not_there_is_a_named_error(tmp_path: Path) -> None:
    stored = open_tensors(write(tmp_path / "a.safetensors", {"w": np.ones((2, 3))}))
    for wrong in (lambda: stored.read("v"), lambda: stored.read("w", 2), lambda: stored.rows("w", [-1])):
        with pytest.raises(FieldError):
            wrong()
    with pytest.raises(FieldError):
        stored.read("w", 0, 0, 0)


def test_a_file_that_changed_since_it_was_opened_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.safetensors", {"w": np.ones(4)})
    stored = open_tensors(path)
    path.write_bytes(packed({"w": np.ones(3)}))
    with pytest.raises(FileProblem, match="has changed"):
        stored.read("w")


def test_a_file_that_is_gone_is_a_named_error(tmp_path: Path) -> None:
    path = write(tmp_path / "a.safetensors", {"w": np.ones(4)})
    stored = open_tensors(path)
    path.unlink()
    with pytest.raises(FileProblem, match="no such file"):
        stored.read("w")


def test_shards_read_as_one_file(tmp_path: Path) -> None:
    arrays = {f"layer.{number}": np.full((2, 2), number, np.float32) for number in range(7)}
    write_shards(tmp_path, arrays, 3)
    for path in (tmp_path, tmp_path / "model.safetensors.index.json"):
        stored = open_tensors(path)
        assert stored.names == tuple(arrays)
        for name, values in arrays.items():
            np.testing.assert_array_equal(stored.read(name), values)


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    index = write_shards(tmp_path, {"a": np.ones(2), "b": np.ones(2)}, 2)
    (tmp_path / "model-00002-of-00002.safetensors").unlink()
    assert "model-00002-of-00002.safetensors is not beside it" in _refusal(index)


def test_an_array_that_its_shard_lacks_is_named(tmp_path: Path) -> None:
    index = write_shards(tmp_path, {"a": np.ones(2), "b": np.ones(2)}, 2)
    write(tmp_path / "model-00002-of-00002.safetensors", {"c": np.ones(2)})
    assert "“b” should lie in model-00002" in _refusal(index)


@pytest.mark.parametrize("elsewhere", ["../secret.safetensors", "/etc/passwd", "a\\b.safetensors", "..", "", "x\0y"])
def test_an_index_may_not_point_out_of_its_folder(tmp_path: Path, elsewhere: str) -> None:
    path = tmp_path / "model.safetensors.index.json"
    path.write_text(json.dumps({"weight_map": {"a": elsewhere}}), encoding="utf-8")
    assert "not in its own folder" in _refusal(path)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"weight_map": {}}', '{"weight_map": {"a": 1}}', '{"a": 1, "a": 2}'])
def test_an_index_without_a_map_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "model.safetensors.index.json"
    path.write_text(text, encoding="utf-8")
    _refusal(path)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "best.pth", "last.ckpt", "data.pkl"])
def test_a_pickle_is_refused_with_the_way_to_convert_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x80\x04.")
    for path in (tmp_path / name, tmp_path):
        with pytest.raises(FileProblem) as caught:
            open_tensors(path)
        assert re.search(r"torch\.load\(PATH, weights_only=True\).*save_file\(", str(caught.value))
        assert "\n" not in str(caught.value)


def test_other_files_and_folders_are_refused_with_words(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(b"GGUF")
    (tmp_path / "a.txt").write_bytes(b"1 2")
    for name, words in (
        ("a.gguf", "GGUF"),
        ("a.txt", "Save it as"),
        ("b.npy", "no such file"),
        ("", "no .safetensors"),
    ):
        with pytest.raises(FileProblem, match=words):
            open_tensors(tmp_path / name)


def test_a_folder_with_several_files_and_no_index_asks_for_one(tmp_path: Path) -> None:
    write(tmp_path / "a.safetensors", {"w": np.ones(2)})
    write(tmp_path / "b.safetensors", {"w": np.ones(2)})
    with pytest.raises(AttentionError, match="several safetensors files"):
        open_tensors(tmp_path)
