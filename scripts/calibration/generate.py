"""Generates labelled corpora for fitting and checking the calibrator of the extractive model.

    python -m scripts.calibration.generate --seed 1 --out DIR [--companies 12]

DIR/<company>/docs/**.md, DIR/<company>/cases.jsonl and DIR/manifest.json. The same seed gives the same bytes. Companies
of different splits (fit, develop, report) share no topic, no general phrasing and no document.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections import Counter
from pathlib import Path

from scripts.calibration.bank import CONTENT, SPLITS, Topic, partition, read_lists, read_pools, read_topics
from scripts.calibration.cases import Case, write_cases
from scripts.calibration.company import Company, draw_company
from scripts.calibration.pages import Corpus, write_corpus

_SECTORS = (
    ("hospital", "Saint Orsola Hospital"), ("university", "Marlow University"), ("logistics", "Brandt Logistics"),
    ("bank", "Ostbank"), ("library", "Fenwick City Library"), ("gym", "Pulse Gyms"), ("airline", "Aeronord"),
    ("software", "Quillstack"), ("retail", "Tannery Lane"), ("law", "Hale and Moreau"), ("factory", "Ketteler Works"),
    ("telecom", "Vantel"), ("hotel", "Hotel Group Sable"), ("energy", "Nordlicht Energy"), ("insurer", "Cordia Mutual"),
    ("museum", "Museum of the Delta"), ("transit", "Metroline"), ("housing", "Elm Court Housing"),
    ("pharma", "Pharmavale"), ("school", "Ridgeway Schools"),
)  # fmt: skip


def splits_of(companies: int) -> list[str]:
    """The split of each company by index: 60 % fit, 20 % develop, the rest report; each at least one from three on."""
    develop = max(1, round(companies * 0.2)) if companies >= 2 else 0
    fit = max(1, min(round(companies * 0.6), companies - develop - (companies >= 3)))
    return ["fit"] * fit + ["develop"] * develop + ["report"] * (companies - fit - develop)


def build(seed: int, companies: int) -> list[tuple[Company, Corpus, list[Case]]]:
    rng = random.Random(f"calibration {seed}")
    topics = partition(read_topics(), rng)
    pools, general = read_pools(), read_lists(CONTENT / "general.txt")
    foreign = read_lists(CONTENT / "foreign.txt")["foreign"]
    sectors = [_SECTORS[i % len(_SECTORS)] for i in rng.sample(range(len(_SECTORS)), min(companies, len(_SECTORS)))]
    built: list[tuple[Company, Corpus, list[Case]]] = []
    for index, split in enumerate(splits_of(companies)):
        sector, name = sectors[index % len(sectors)]
        own = random.Random(f"calibration {seed} {index}")
        turn = index // len(sectors)
        company = draw_company(
            name=f"{name} {turn + 1}" if turn else name,
            sector=sector,
            split=split,
            topics=topics[split],
            pools=pools,
            rng=own,
        )
        corpus = write_corpus(company, general, own)
        built.append((company, corpus, write_cases(company, corpus, general, foreign, own)))
    _check_splits(topics, built)
    return built


def _check_splits(topics: dict[str, list[Topic]], built: list[tuple[Company, Corpus, list[Case]]]) -> None:
    for split in SPLITS:
        foreign = {topic.id for other in SPLITS if other != split for topic in topics[other]}
        used = {plan.topic.id for company, _, _ in built if company.split == split for plan in company.plans}
        assert not used & foreign, used & foreign


def _write(company: Company, corpus: Corpus, cases: list[Case], out: Path) -> dict[str, object]:
    root = out / company.slug
    shutil.rmtree(root, ignore_errors=True)
    for path, body in corpus.bodies.items():
        target = root / "docs" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(corpus.headers[path] + body, encoding="utf-8", newline="\n")
    rows = [case.row(f"{company.slug}-{number:03}") for number, case in enumerate(cases, 1)]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (root / "cases.jsonl").write_text(text, encoding="utf-8", newline="\n")
    kinds = Counter(case.tags[1] if case.tags[0] == "unanswerable" else case.tags[0] for case in cases)
    return {
        "company": company.slug,
        "split": company.split,
        "sector": company.sector,
        "documents": len(corpus.bodies),
        "cases": len(cases),
        "kinds": dict(sorted(kinds.items())),
        "topics": sorted(plan.topic.id for plan in company.plans),
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Generates labelled corpora for the calibrator.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--companies", type=int, default=12)
    options = parser.parse_args(arguments)
    manifest = [_write(*triple, options.out) for triple in build(options.seed, options.companies)]
    text = json.dumps({"seed": options.seed, "companies": manifest}, indent=1) + "\n"
    (options.out / "manifest.json").write_text(text, encoding="utf-8")
    for entry in manifest:
        print(f"{entry['company']}: {entry['split']}, {entry['documents']} documents, {entry['cases']} cases")


if __name__ == "__main__":
    main()
