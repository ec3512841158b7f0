/**
 * What the own tools of the agents do.
 */
import type { Hearing } from "./agents.ts"

/** Fails for a note with the text "bad". */
export const written = async (text: string, onResult: Hearing["onResult"]): Promise<{ readonly noted: string }> => {
  const name = "note"
  if (text === "bad") {
    onResult({ name, text: BROKEN, isError: true })
    throw new Error(BROKEN)
  }
  onResult({ name, text: JSON.stringify({ noted: text }), isError: false })
  return { noted: text }
}

/** Waits until the run is over. */
export const waited = (signal: AbortSignal | undefined, onResult: Hearing["onResult"]): Promise<string> =>
  new Promise((_resolve, reject) =>
    signal?.addEventListener("abort", () => {
      onResult({ name: "wait", text: "aborted", isError: true })
      reject(signal.reason)
    })
  )

const BROKEN = "The pencil is broken"
