"""Writes what a server installs as a software bill of materials (CycloneDX 1.6), from the lock file beside it.

`make sbom` runs it. Each package has its exact version, its address (purl) and the hashes that pip accepts for it.
"""

import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGE = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)(?: *; *(?P<marker>[^\\]+?))? *\\?$")
HASH = re.compile(r"--hash=sha256:(?P<digest>[0-9a-f]{64})")


def components(lock: str) -> list[dict[str, Any]]:
    """The packages of a lock file, in its order."""
    found: list[dict[str, Any]] = []
    for line in lock.splitlines():
        package = PACKAGE.match(line)
        if package:
            purl = f"pkg:pypi/{package['name'].lower().replace('_', '-')}@{package['version']}"
            entry: dict[str, Any] = {"type": "library", "bom-ref": purl, "purl": purl}
            entry |= {"name": package["name"], "version": package["version"], "hashes": []}
            if package["marker"]:
                entry["properties"] = [{"name": "marker", "value": package["marker"].strip()}]
            found.append(entry)
        digest = HASH.search(line)
        if digest:
            found[-1]["hashes"].append({"alg": "SHA-256", "content": digest["digest"]})
    return found


def bill(name: str = "play") -> dict[str, Any]:
    """The bill of materials of a lock file; the same lock gives the same bill."""
    lock = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    number = hashlib.blake2b(lock.encode(), digest_size=16).hexdigest()
    serial = "-".join((number[:8], number[8:12], number[12:16], number[16:20], number[20:]))
    reference = f"pkg:pypi/zoobox@{project['version']}"
    packages = components(lock)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": reference,
                "purl": reference,
                "name": "zoobox",
                "version": project["version"],
            }
        },
        "components": packages,
        "dependencies": [{"ref": reference, "dependsOn": [entry["bom-ref"] for entry in packages]}],
    }


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "dist/zoobox.cdx.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill(), indent=1) + "\n", encoding="utf-8")
    print(f"{target}: {len(bill()['components'])} packages")
