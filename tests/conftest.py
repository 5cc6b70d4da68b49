"""The site, and a browser without a network, once for all tests that open pages."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from programs import needed, needed_module

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

ROOT = Path(__file__).parents[1]
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that asks for anything from afar gets nothing, and says so on its console.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site as it was built."""
    needed("dot", "graphviz")
    needed_module("sphinx", "site")
    out = tmp_path_factory.mktemp("site") / "built"
    words = [sys.executable, "-m", "website", "--out", str(out)]
    built = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        pytest.fail(f"the site was not built:\n{built.stdout}{built.stderr}")
    return out


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A browser without a network."""
    needed_module("selenium", "test")
    driver = needed("chromedriver", "chromium-driver")
    chromium = shutil.which("chromium") or needed("chromium-browser", "chromium")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in (*QUIET, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    yield chrome
    chrome.quit()
