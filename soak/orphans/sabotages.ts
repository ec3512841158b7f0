/**
 * What must be noticed: a part that ends processes does not.
 */
import type { Sabotage } from "../Soak.ts"

export const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "idleReaper",
    breaks: "the reaper kills nothing when passhat is killed",
    file: "src/engine/layers/live/mcp/reaper.ts",
    find: 'for group in $groups; do kill -s KILL -- "-$group"; done',
    put: "exit 0"
  },
  {
    name: "leaderOnly",
    breaks: "signals go to the process that was started, and not to its group",
    file: "src/engine/layers/live/mcp/processGroup.ts",
    find: "process.kill(-pid, signal)",
    put: "process.kill(pid, signal)"
  },
  {
    name: "idleWatchdog",
    breaks: "a suite that blocks the event loop is not killed",
    file: "src/engine/layers/live/watchdog.ts",
    find: 'kill -s KILL "$PPID" &&',
    put: "exit 0;"
  },
  {
    name: "doubledSignal",
    breaks: "a Ctrl-C that comes twice within 400 ms ends the suite without a report",
    file: "src/app/kit/interruption.ts",
    find: "const DOUBLED_MS = 400",
    put: "const DOUBLED_MS = 0"
  }
]
