"""Runs one command and writes down what it took: meter.py <report> <patience in seconds> <command...>

The command is started from here, and not from the benchmark itself, since Linux counts the memory of whoever starts a
process as that process's own until it runs its program: Python is smaller than anything that is measured.
"""

import json
import os
import signal
import sys
import time

report, patience, *command = sys.argv[1:]
start = time.perf_counter()
pid = os.posix_spawnp(command[0], command, os.environ, setpgroup=0)
signal.signal(signal.SIGALRM, lambda *_: os.killpg(pid, signal.SIGKILL))
signal.signal(signal.SIGTERM, lambda *_: os.killpg(pid, signal.SIGKILL))
signal.alarm(int(patience))
_, status, usage = os.wait4(pid, 0)
seconds = time.perf_counter() - start
unit = 1 if sys.platform == "darwin" else 1024
with open(report, "w") as file:
    code = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    json.dump({"seconds": seconds, "cpu": cpu, "megabytes": usage.ru_maxrss * unit / 1e6, "exit": code}, file)
