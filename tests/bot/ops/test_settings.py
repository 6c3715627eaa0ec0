"""The environment's settings: every variable, and one sentence for each wrong value."""

import socket
from pathlib import Path

import pytest

from bot.ops.service import _free
from bot.ops.settings import DISCORD, Settings, SettingsError

# Each setting: its variable as somebody writes it, its field, and its value there.
EVERY: dict[str, tuple[str, str, object]] = {
    "DISCORD_TOKEN": (" a.b-c_d \n", "token", "a.b-c_d"),
    "LUMBERCAMP_DISCORD_API": ("http://127.0.0.1:1/v10/", "api", "http://127.0.0.1:1/v10"),
    "LUMBERCAMP_DATABASE": ("games.db", "database", Path("games.db")),
    "LUMBERCAMP_MESSAGE_CONTENT": ("Yes", "message_content", True),
    "LUMBERCAMP_GAMES_PER_PERSON": (" 3", "games_per_person", 3),
    "LUMBERCAMP_GAMES_PER_SERVER": ("0", "games_per_server", 0),
    "LUMBERCAMP_LANGUAGE": ("en-GB", "language", "en-GB"),
    "LUMBERCAMP_LOG_LEVEL": ("debug", "log_level", "DEBUG"),
    "LUMBERCAMP_START_ANYWAY": ("1", "start_anyway", True),
    "LUMBERCAMP_HOST": (" Ann, ann@example.org ", "host", "Ann, ann@example.org"),
    "LUMBERCAMP_SANDBOX_PORT": ("0", "sandbox_port", 0),
    "LUMBERCAMP_SANDBOX_FOLDER": ("box", "sandbox_folder", Path("box")),
}


def test_every_variable_is_read() -> None:
    settings = Settings.read({name: written for name, (written, _, _) in EVERY.items()})
    for _, kept, value in EVERY.values():
        assert getattr(settings, kept) == value


def test_nothing_set_means_the_sandbox() -> None:
    for env in ({}, {"DISCORD_TOKEN": " ", "DISCORD_TOKEN_FILE": "", "LUMBERCAMP_DATABASE": ""}):
        settings = Settings.read(env)
        assert (settings.token, settings.api) == (None, DISCORD)
        assert settings.database == Path("data/lumbercamp.db")
        assert (settings.message_content, settings.start_anyway) == (False, False)
        assert settings.log_level == "INFO"
        assert (settings.sandbox_port, settings.sandbox_folder) == (8123, Path("data/sandbox"))
        assert (settings.games_per_person, settings.games_per_server) == (10, 100)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("LUMBERCAMP_MESSAGE_CONTENT", ["2", "on!", "maybe"]),
        ("LUMBERCAMP_LANGUAGE", ["xx", "english!", "tlh"]),
        ("LUMBERCAMP_GAMES_PER_PERSON", ["-1", "ten", "1.5", "9" * 7]),
        ("LUMBERCAMP_GAMES_PER_SERVER", ["-1", "all"]),
        ("LUMBERCAMP_LOG_LEVEL", ["LOUD", "10"]),
        ("LUMBERCAMP_HEALTH_PORT", ["eight"]),
        ("LUMBERCAMP_SANDBOX_PORT", ["65536", "-1", "x", "8 1", "\u0663", "9" * 5000]),
        ("LUMBERCAMP_DISCORD_API", ["discord.com", "ftp://127.0.0.1", "/api"]),
        ("LUMBERCAMP_HOST", ["Ann\nBen", "x" * 101, "\u202eAnn"]),
        ("DISCORD_TOKEN", ["two words", "a\nb", "tök"]),
    ],
)
def test_a_wrong_value_gets_one_sentence(name: str, values: list[str]) -> None:
    """It names the setting and a right value, and never repeats the wrong one."""
    for value in values:
        env = {"DISCORD_TOKEN": "t.o.k", name: value}
        with pytest.raises(SettingsError) as refused:
            Settings.read(env)
        text = str(refused.value)
        assert name in text
        assert text.endswith(".")
        assert "\n" not in text
        assert len(value) < 3 or value not in text


def test_a_token_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("abc.def\n", encoding="utf-8")
    env = {"DISCORD_TOKEN_FILE": str(file)}
    settings = Settings.read(env)
    assert settings.token == "abc.def"
    assert "abc.def" not in repr(settings)
    assert Settings.read({**env, "DISCORD_TOKEN": "x.y"}).token == "x.y"


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"secret one\nsecret two\n"])
def test_a_file_without_a_token(tmp_path: Path, content: bytes | None) -> None:
    """Missing, empty, not text, more than a token: one sentence without the file's contents."""
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError, match="DISCORD_TOKEN_FILE names") as refused:
        Settings.read({"DISCORD_TOKEN_FILE": str(file)})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("lacking", ["DISCORD_CLIENT_SECRET", "LUMBERCAMP_WEB"])
def test_an_activity_needs_its_pages_and_a_secret(lacking: str) -> None:
    """Half of it would open a frame in which nobody is known."""
    env = {"DISCORD_TOKEN": "t.o.k", "LUMBERCAMP_ACTIVITY": "1"}
    env |= {"DISCORD_CLIENT_SECRET": "s3cret", "LUMBERCAMP_WEB": "https://boards.example"}
    whole = Settings.read(env)
    assert (whole.activity, whole.client_secret) == (True, "s3cret")
    assert "s3cret" not in repr(whole)
    with pytest.raises(SettingsError, match="LUMBERCAMP_ACTIVITY needs"):
        Settings.read({name: value for name, value in env.items() if name != lacking})
    alone = {"LUMBERCAMP_ACTIVITY": "1"}  # the sandbox has both
    assert Settings.read(alone).activity
    with pytest.raises(SettingsError, match="LUMBERCAMP_ACTIVITY needs"):
        Settings.read(alone | {"LUMBERCAMP_WEB": "0"})


def test_an_api_without_a_token() -> None:
    """Half of a setting is a mistake that would otherwise start the sandbox without a word."""
    with pytest.raises(SettingsError, match="Set both, or neither"):
        Settings.read({"LUMBERCAMP_DISCORD_API": "http://127.0.0.1:1/api/v10"})


def test_the_sandbox_finds_its_port_free_again_after_an_open_board() -> None:
    """The server closed first, so the port lingers; a port that somebody listens on is taken."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as browser:
            server.accept()[0].close()
            browser.recv(1)
        with pytest.raises(OSError, match="in use"):
            _free(port)
    assert _free(port) == port
