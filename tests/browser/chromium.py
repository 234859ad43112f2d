"""A headless Chromium, and what these tests ask of it. Everything Selenium hands out is given a type here, once."""

from __future__ import annotations

import base64
import json
import os
import shutil
import time
from pathlib import Path
from typing import Protocol, cast

import pytest

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
PATIENCE = 5.0
"""Seconds that something on a page may take to come to rest."""
QUIET = ("DevTools", "favicon")


class Element(Protocol):
    """The little of an element that is used."""

    @property
    def text(self) -> str: ...
    def click(self) -> None: ...
    def is_displayed(self) -> bool: ...
    def send_keys(self, *value: str) -> None: ...


class Driver(Protocol):
    """The little of a browser that is used."""

    def get(self, url: str) -> None: ...
    def quit(self) -> None: ...
    def execute_script(self, script: str, *args: object) -> object: ...
    def execute_async_script(self, script: str, *args: object) -> object: ...
    def execute_cdp_cmd(self, cmd: str, cmd_args: dict[str, object]) -> dict[str, object]: ...
    def get_log(self, log_type: str) -> list[dict[str, object]]: ...
    def find_elements(self, by: str, value: str) -> list[Element]: ...


class Browser:
    """One window. `open` starts afresh and forgets what was logged before."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def open(self, path: Path, width: int = 1000, *, dark: bool = False, script: bool = True) -> None:
        """Load a page from a file at a width in CSS pixels."""
        command = self.driver.execute_cdp_cmd
        command("Emulation.setScriptExecutionDisabled", {"value": not script})
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
        command("Emulation.setDeviceMetricsOverride", dict(size))
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        calm = {"name": "prefers-reduced-motion", "value": "reduce"}
        command("Emulation.setEmulatedMedia", {"media": "", "features": [scheme, calm]})
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(path.as_uri())

    def all(self, selector: str) -> list[Element]:
        """All elements of a CSS selector."""
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str) -> Element:
        """The only element of a CSS selector."""
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} elements {selector}"
        return found[0]

    def text(self) -> str:
        """What stands visibly on the page."""
        return str(self.driver.execute_script("return document.body.innerText"))

    def loses(self, text: str) -> bool:
        """Whether a text is gone from the page, at once or after what moves has come to rest."""
        end = time.monotonic() + PATIENCE
        while text in self.text():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def gains(self, text: str) -> bool:
        """Whether a text stands on the page, at once or after what moves has come to rest."""
        end = time.monotonic() + PATIENCE
        while text not in self.text():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def js(self, script: str, *arguments: object) -> object:
        """The value of a script."""
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys: str) -> None:
        """Keys, to whatever has the focus."""
        cast("Element", self.driver.execute_script("return document.activeElement")).send_keys(*keys)

    def focused(self) -> str:
        """The text of what has the focus."""
        return str(self.js("return document.activeElement.textContent"))

    def complaints(self) -> list[str]:
        """Errors and warnings on the console since `open`."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Addresses asked for since `open`, the page itself and data in it left out."""
        found: list[str] = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(str(entry["message"]))["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = str(message["params"]["request"]["url"])
                found += [] if url.startswith(("file:", "data:")) else [url]
        return found

    def pdf(self, paper: tuple[float, float] = (8.27, 11.69)) -> bytes:
        """The page as it would be printed on paper of this size, in inches."""
        width, height = paper
        options: dict[str, object] = {
            "printBackground": True,
            "preferCSSPageSize": True,
            "paperWidth": width,
            "paperHeight": height,
        }
        return base64.b64decode(str(self.driver.execute_cdp_cmd("Page.printToPDF", options)["data"]))

    def rendered(self, selector: str) -> bool:
        """Whether an element has a place on the page; needs no script to find out."""
        from selenium.common.exceptions import WebDriverException

        command = self.driver.execute_cdp_cmd
        root = cast("dict[str, object]", command("DOM.getDocument", {"depth": 0})["root"])
        node = command("DOM.querySelector", {"nodeId": root["nodeId"], "selector": selector})["nodeId"]
        try:
            command("DOM.getBoxModel", {"nodeId": node})
        except WebDriverException:
            return False
        return True

    def on_paper(self) -> None:
        """Lay the page out as on paper, for looking at it."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})


def start() -> Browser:
    """A browser, or a skipped test where there is none."""
    if not (Path(CHROMIUM).exists() and Path(DRIVER).exists()):
        pytest.skip(f"needs {CHROMIUM} and {DRIVER} (apt install chromium chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium (the browser extra)")
    service = pytest.importorskip("selenium.webdriver.chrome.service")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return Browser(cast("Driver", webdriver.Chrome(options=options, service=service.Service(DRIVER))))


def axe() -> str | None:
    """The text of axe-core, looked for in DUBIOUS_AXE, NODE_PATH and node_modules folders above; None where there is none."""
    named = os.environ.get("DUBIOUS_AXE")
    folders = [Path(p) for p in os.environ.get("NODE_PATH", "").split(os.pathsep) if p]
    folders += [above / "node_modules" for above in Path(__file__).resolve().parents]
    node = shutil.which("node")
    folders += [Path(node).resolve().parent.parent / "lib" / "node_modules"] if node else []
    places = [Path(named)] if named else [folder / "axe-core" / "axe.min.js" for folder in folders]
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), None)
