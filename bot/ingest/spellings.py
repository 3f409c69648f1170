"""The names under which people write metadata: the one table, which README.md points to."""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA

SPELLINGS: dict[str, tuple[str, ...]] = {
    "id": ("id", "doc_id", "document_id", "policy_id", "identifier", "uid"),
    "title": ("title", "document_title", "doc_title"),
    "url": ("url", "link", "source_url", "canonical_url", "href"),
    "effective": (
        "effective", "effective_date", "effective_from", "effective_on", "effective_since", "date_effective",
        "valid_from", "valid_since", "in_force_from", "in_force_since", "in_effect_from", "applies_from", "start_date",
        "starts", "starts_on", "from", "since",
    ),
    "expires": (
        "expires", "expires_on", "expire", "expiry", "expiry_date", "expiration", "expiration_date", "effective_until",
        "effective_to", "valid_until", "valid_to", "valid_through", "in_force_until", "applies_until", "end_date",
        "ends", "ends_on", "until", "to",
    ),
    "status": ("status", "document_status", "doc_status", "policy_status", "lifecycle", "state"),
    "superseded_by": ("superseded_by", "replaced_by", "obsoleted_by", "succeeded_by", "superceded_by", "successor"),
    "supersedes": ("supersedes", "supersede", "supercedes", "replaces", "replace", "obsoletes", "predecessor"),
    "amends": ("amends", "amend", "amendment_to", "amendment_of", "modifies"),
    "audience": (
        "audience", "audiences", "acl", "access", "access_groups", "allowed_groups", "groups", "group", "readers",
        "restricted_to", "roles", "visibility", "visible_to", "permissions",
    ),
    "authority": ("authority", "authority_level", "precedence"),
    "owner": ("owner", "owners", "owned_by", "maintainer", "responsible"),
    "version": ("version", "ver", "revision", "rev"),
}  # fmt: skip

# Words that mean other things too (`from: the HR team`, `state: California`): metadata only where their value fits,
# else facets.
WEAK = frozenset({"from", "since", "to", "until", "state", "starts", "ends", "link", "href"})

CURRENT_WORDS = ("current", "active", "in force", "in effect", "effective", "published", "approved", "final", "live")
SUPERSEDED_WORDS = (
    "superseded", "superceded", "obsolete", "retired", "archived", "withdrawn", "deprecated", "replaced", "expired",
    "inactive", "historic", "historical", "revoked", "cancelled",
)  # fmt: skip
DRAFT_WORDS = ("draft", "proposed", "proposal", "wip", "work in progress", "in review", "under review", "pending")

# Keys that can take a document away from readers: where one of them can't be read, nothing older is served instead.
RESTRICTING = frozenset({"audience", "status", "superseded_by", "expires"})

# Ordinary words that are a letter or two away from a spelling of `audience`.
_ORDINARY = frozenset(
    """
    role rules rule sales notes modes nodes codes poles holes tools titles role_model success accessed across process
    excess assets headers header leaders leader readiness renders tags all act acts al cal acm visibly
    """.split()
)

_CANONICAL = {spelling: key for key, spellings in SPELLINGS.items() for spelling in spellings}


def folded(key: str) -> str:
    """`Effective-Date`, `effectiveDate` and `effective date` are `effective_date`."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key.strip())
    return re.sub(r"[\s_.-]+", "_", parted).strip("_").lower()


def canonical(key: str) -> str | None:
    """The key of the contract that a spelling stands for; None: a facet."""
    return _CANONICAL.get(folded(key))


def like_access(key: str) -> bool:
    """Whether a key says who may read the document, or is a slip of the pen away from one that does."""
    name = folded(key)
    known = _CANONICAL.get(name)
    if known is not None or name in _ORDINARY:
        return known == "audience"
    return any(
        OSA.distance(name, spelling, score_cutoff=limit) <= limit
        for spelling in SPELLINGS["audience"]
        for limit in [2 if len(spelling) > 5 else 1]
    )
