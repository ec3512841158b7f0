/**
 * Ctrl-C and its relatives: the first asks for a tidy end, the second leaves at once.
 */
import process from "node:process"

export type Signal = "SIGINT" | "SIGTERM"

export const exitCodes: { readonly [S in Signal]: number } = { SIGINT: 130, SIGTERM: 143 }

/** Tells the first signal, until somebody says that it is not of interest any more. */
export const onInterruption = (tell: (signal: Signal) => void): (() => void) => {
  let isTold = false
  const onSignal = (signal: NodeJS.Signals): void => {
    const name: Signal = signal === "SIGTERM" ? "SIGTERM" : "SIGINT"
    if (isTold) process.exit(exitCodes[name])
    isTold = true
    tell(name)
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
  return () => {
    process.off("SIGINT", onSignal)
    process.off("SIGTERM", onSignal)
  }
}
