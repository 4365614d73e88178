# SPDX-License-Identifier: Apache-2.0
"""A peer for the tests: fake_peer.py HOW WORK FILE. HOW is honest, slow, lies, changes, crashes, hangs, garbles or refuses."""
import os
import signal
import sys
import time

how = sys.argv[1]


def main():
    if how == "refuses":
        print("cannot read | <this>", flush=True)
        sys.exit(2)
    print("loaded 1.2 of a fake", flush=True)
    runs = 0
    for line in sys.stdin:
        if line == "check\n":
            print("documents=4 sum=7" if how == "lies" else "documents=3 sum=7", flush=True)
            continue
        runs += 1
        if how == "garbles":
            print("fast", flush=True)
        elif how == "hangs" and runs == 3:
            time.sleep(60)
        elif how == "crashes" and runs == 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        else:
            times = int(line.removeprefix("run ")) * (4000 if how == "slow" else 1000)
            print(times, times, flush=True)


main()
