# SPDX-License-Identifier: Apache-2.0
"""The peers of peers.toml, and how they are installed: by conformance/testees/columns.py, below .hallmark."""
import pathlib
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "conformance" / "testees"))
import columns
import rows

INSTALLED = ROOT / ".hallmark" / "peers"
KINDS = {"ours", "package", "native", "managed", "script", "floor"}  # package: ours, called from another language
OWN = {"name", "kind", "language", "folder", "does", "less", "reads", "warm_up"}


class Peer:
    def __init__(self, table, folder):
        self.name = table["name"]
        self.kind = table["kind"]
        self.language = table["language"]
        self.does = rows.does(self.name) | table.get("does", {})
        self.less = table.get("less", {})
        self.reads = table.get("reads")
        self.warm_up = table.get("warm_up", 50)  # milliseconds
        if self.kind not in KINDS or not set(self.less) <= set(self.does):
            raise SystemExit(f"peers.toml: {self.name}: a kind or a work that is not known")
        wanted = (folder / table.get("folder", ".")).resolve()
        installs = {key: value for key, value in table.items() if key not in OWN}
        self.column = columns.Column(wanted, {"name": self.name, **installs})
        self.needs = installs.keys() - {"command"}
        if wanted.is_relative_to(folder):  # else it shares what is installed for the matrix
            self.column.to = self.column.places["to"] = INSTALLED / wanted.name
        self.column.places["peers"] = folder

    def install(self, places):
        """Raises columns.Missing."""
        self.column.places |= places
        if self.needs:
            self.column.install()

    def command(self, work, file):
        return [*self.column.command, work, str(file)]

    def input(self, kind):
        """The kind of input that this peer reads where the others read `kind`."""
        return kind.replace(*self.reads) if self.reads else kind


def peers(file=HERE / "peers.toml"):
    return [Peer(table, file.resolve().parent) for table in tomllib.loads(file.read_text())["peer"]]
