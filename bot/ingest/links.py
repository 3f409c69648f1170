"""The links that documents declare (`supersedes`, `superseded_by`, `amends`), resolved among the documents given."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from bot.domain.documents import Source


class Links:
    """The explicit links between the given documents, by id. Names that lead nowhere are dropped."""

    def __init__(self, known: Mapping[str, Source]) -> None:
        self._names: dict[str, list[str]] = defaultdict(list)
        if any(source.amends or source.supersedes or source.superseded_by for source in known.values()):
            for id_, source in known.items():
                for name in _names_of(id_, source.declared_id):
                    self._names[name].append(id_)
        self.amends = {id_: self._amended(known, source) for id_, source in known.items()}
        says = {id_: self._targets(source, source.superseded_by) for id_, source in known.items()}
        claims = {id_: self._targets(source, source.supersedes) for id_, source in known.items()}
        edges: dict[str, set[str]] = {id_: set(targets) for id_, targets in says.items()}  # replaced → replacing
        for id_, targets in claims.items():
            for target in targets:
                edges[target].add(id_)
        self.circles = _circles(edges)
        group = {id_: number for number, circle in enumerate(self.circles) for id_ in circle}
        # Links inside a circle say nothing.
        self.says = {id_: {to for to in ids if not _same(group, id_, to)} for id_, ids in says.items()}
        self.claimed: dict[str, set[str]] = defaultdict(set)  # replaced → those that say they replace it
        for id_, ids in claims.items():
            for target in ids:
                if not _same(group, id_, target):
                    self.claimed[target].add(id_)

    def _targets(self, source: Source, names: Sequence[str]) -> frozenset[str]:
        if not names:
            return frozenset()
        found = (self._resolve(source, name) for name in names)
        return frozenset(id_ for ids in found for id_ in ids if id_ != source.id)

    def _amended(self, known: Mapping[str, Source], source: Source) -> frozenset[str]:
        """Of several versions under one name, those that were there when it was written."""
        targets = self._targets(source, source.amends)
        if source.effective is None or len(targets) < 2:
            return targets
        there = {id_ for id_ in targets if (known[id_].effective or source.effective) <= source.effective}
        return frozenset(there) or targets

    def _resolve(self, source: Source, name: str) -> list[str]:
        """An id, else a path, else a file name; where several files have the name, the one in the same folder."""
        folded = name.strip().removeprefix("/").casefold()
        relative = posixpath.normpath(posixpath.join(source.folder, name.strip())).casefold()
        for key in (f"id:{folded}", f"path:{folded}", f"path:{relative}", f"file:{folded}"):
            ids = self._names.get(key, [])
            near = [id_ for id_ in ids if id_.rpartition("/")[0] == source.folder]
            if ids and (len(ids) == 1 or key.startswith("id:")):
                return ids
            if near:
                return near
        return []

    def pairs(self) -> Iterator[tuple[str, str]]:
        for table in (self.amends, self.says, self.claimed):
            for id_, targets in table.items():
                yield from ((id_, target) for target in targets)
        for circle in self.circles:
            yield from ((circle[0], other) for other in circle)


@lru_cache(maxsize=20_000)
def _names_of(document_id: str, declared_id: str | None) -> frozenset[str]:
    """What other documents may call it: its id, its path, its file name, these two without suffix as well."""
    path = document_id.casefold()
    folder, slash, file = path.rpartition("/")
    stem, _, suffix = file.rpartition(".")
    bare = stem if stem and 0 < len(suffix) < 6 else file
    names = {f"path:{path}", f"path:{folder}{slash}{bare}", f"file:{file}", f"file:{bare}"}
    return frozenset(names | ({f"id:{declared_id.casefold()}"} if declared_id else set()))


def _same(group: Mapping[str, int], one: str, other: str) -> bool:
    return one in group and group[one] == group.get(other)


def _circles(edges: Mapping[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Strongly connected groups of more than one (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []
    for start in (id_ for id_ in sorted(edges) if edges[id_]):
        work = [(start, iter(sorted(edges[start])))] if start not in index else []
        while work:
            node, targets = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            fresh = next((target for target in targets if target not in index), None)
            if fresh is not None:
                work.append((fresh, iter(sorted(edges[fresh]))))
                continue
            work.pop()
            low[node] = min([low[node], *(low[target] for target in edges[node] if target in low)])
            if low[node] == index[node]:
                group = [stack.pop()]
                while group[-1] != node:
                    group.append(stack.pop())
                for member in group:
                    del low[member]  # no longer on the stack: it takes no part in other groups
                found += [tuple(sorted(group))] if len(group) > 1 else []
    return tuple(sorted(found))
