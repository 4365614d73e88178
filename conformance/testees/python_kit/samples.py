"""The command line of every write_samples.py: FOLDER, to write there, or --damage FROM TO, to damage a copy."""
import pathlib
import sys


def run(write, damage):
    """write(folder) writes files; damage(content) changes a bytearray in one place and says what it did."""
    if sys.argv[1] == "--damage":
        source, target = map(pathlib.Path, sys.argv[2:])
        content = bytearray(source.read_bytes())
        done = damage(content)
        target.write_bytes(content)
        print(f"{target}: {done}")
        return
    folder = pathlib.Path(sys.argv[1])
    write(folder)
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size} bytes")
