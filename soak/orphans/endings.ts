/**
 * The ways in which a suite ends, and what the caller then sees.
 */

export interface Ending {
  readonly name: string
  /** As a shell shows it: for a process that a signal ended, 128 and the number of the signal. */
  readonly expected: number
  /** Sent in this order, to the process or to its group, each so long after the one before. */
  readonly signals?: ReadonlyArray<{
    readonly signal: NodeJS.Signals
    readonly group?: boolean
    readonly afterMs: number
  }>
  /** Whether a report with this status is written to the end. */
  readonly status?: "complete" | "interrupted"
  /** Code of the suite that an agent in another process does not run. */
  readonly needsDriver?: boolean
}

/** As a terminal does. */
const ctrlC = (afterMs = 0) => ({ signal: "SIGINT", group: true, afterMs }) as const

export const endings: ReadonlyArray<Ending> = [
  { name: "pass", expected: 0, status: "complete" },
  { name: "gate fails", expected: 1, status: "complete" },
  { name: "throw", expected: 2, status: "complete" },
  { name: "rejection", expected: 2, status: "complete", needsDriver: true },
  { name: "timeout", expected: 2, status: "complete" },
  { name: "SIGINT", expected: 130, status: "interrupted", signals: [ctrlC()] },
  {
    name: "doubled SIGINT",
    expected: 130,
    status: "interrupted",
    signals: [ctrlC(), { signal: "SIGINT", afterMs: 30 }]
  },
  { name: "second SIGINT", expected: 130, signals: [ctrlC(), ctrlC(600)] },
  { name: "SIGTERM", expected: 143, status: "interrupted", signals: [{ signal: "SIGTERM", afterMs: 0 }] },
  { name: "SIGHUP", expected: 129, signals: [{ signal: "SIGHUP", group: true, afterMs: 0 }] },
  { name: "SIGKILL", expected: 137, signals: [{ signal: "SIGKILL", afterMs: 0 }] },
  { name: "blocked", expected: 137, signals: [ctrlC(200)], needsDriver: true }
]
