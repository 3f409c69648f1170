"""The shape of the configuration: every key with its default and its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from bot.domain.decisions import Policy

_POLICY = Policy()

Origin = Literal["default", "file", "env"]
Positive = Annotated[int, Field(ge=1)]


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class DatabaseSection(Section):
    url: str = Field(repr=False, pattern=r"^(sqlite|postgres)[a-z]*(\+[a-z]+)?://")  # may hold a password


class IndexSection(Section):
    uri: str = Field(min_length=1)  # a folder or s3://bucket/prefix


class ModelSection(Section):
    name: str = Field(min_length=1)  # `extractive`, or a model of the Messages API
    base_url: str | None = Field(default=None, pattern=r"^https?://")  # None: Anthropic's
    max_tokens: Positive = 4_096  # of a reply, thinking included
    effort: Literal["none", "low", "medium", "high"] = "low"  # none: not sent, for servers that refuse it


class EmbeddingSection(Section):
    model: str = Field(default="minilm-l6-int8", min_length=1)
    threads: int = Field(default=0, ge=0)  # 0: the runtime's choice


class WebSection(Section):
    bind: str = "127.0.0.1:8080"
    hosts: str = ""  # names under which a proxy passes requests on, parted by commas

    @field_validator("bind")
    @classmethod
    def _host_and_port(cls, bind: str) -> str:
        host, _, port = bind.rpartition(":")
        if not host or not port.isdecimal() or int(port) > 65_535:
            raise ValueError("must be HOST:PORT, such as 127.0.0.1:8080")
        return bind

    @property
    def host(self) -> str:
        return self.bind.rpartition(":")[0].strip("[]")

    @property
    def named_hosts(self) -> frozenset[str]:
        """What a Host header may say beside the loopback's own names."""
        named = {name.strip() for name in self.hosts.split(",")} - {""}
        everywhere = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
        return frozenset(named if self.host in everywhere else named | {self.host})

    @property
    def port(self) -> int:
        return int(self.bind.rpartition(":")[2])


class SlackSection(Section):
    api_url: str = Field(default="https://slack.com/api/", pattern=r"^https?://")


class LimitsSection(Section):
    deadline_s: float = Field(default=30.0, gt=0, le=3_600)  # per question; then an honest reply


class PolicySection(Section):
    loss_wrong: float = Field(default=_POLICY.loss_wrong, gt=0)
    loss_abstain: float = Field(default=_POLICY.loss_abstain, gt=0)
    clarify_rounds: int = Field(default=_POLICY.clarify_rounds, ge=0)
    token_budget: Positive = _POLICY.token_budget
    max_passages: Positive = _POLICY.max_passages

    @model_validator(mode="after")
    def _a_wrong_answer_costs_more(self) -> PolicySection:
        if self.loss_wrong <= self.loss_abstain:
            raise ValueError("loss_wrong must be greater than loss_abstain, or every draft would be answered")
        return self

    def value(self) -> Policy:
        return Policy(**self.model_dump())


class LogSection(Section):
    level: Literal["debug", "info", "warning", "error"] = "warning"
    format: Literal["auto", "console", "json"] = "auto"  # auto: JSON where stderr is not a terminal


class Values(Section):
    """Every key of the file, as the contract's table has them."""

    home: Path
    tenant: str = Field(default="default", min_length=1)
    database: DatabaseSection
    index: IndexSection
    model: ModelSection
    embedding: EmbeddingSection = EmbeddingSection()
    web: WebSection = WebSection()
    slack: SlackSection = SlackSection()
    limits: LimitsSection = LimitsSection()
    policy: PolicySection = PolicySection()
    log: LogSection = LogSection()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    home: Path  # absolute
    tenant: str
    database: DatabaseSection
    index: IndexSection
    model: ModelSection
    embedding: EmbeddingSection
    web: WebSection
    slack: SlackSection
    limits: LimitsSection
    policy: PolicySection
    log: LogSection
    file: Path | None = None  # the configuration file read
    origins: Mapping[str, Origin] = field(default_factory=dict)  # by key; absent: default
    secrets: Mapping[str, SecretStr] = field(default_factory=dict, repr=False)  # by name; only those set
    secret_origins: Mapping[str, Origin] = field(default_factory=dict)

    def secret(self, name: str) -> str | None:
        held = self.secrets.get(name)
        return held.get_secret_value() if held else None

    def origin(self, key: str) -> Origin:
        return self.origins.get(key, "default")
