/**
 * A watch as a real process, and its output since the last read.
 */
import { once } from "node:events"
import type { Finished, Started } from "../../app/project.ts"

export interface Watching {
  /** What it has said by the time that it has shown a report and waits for changes again. */
  readonly report: () => Promise<string>
  /** What it has said instead of a report. */
  readonly sentence: () => Promise<string>
  readonly end: (signal: NodeJS.Signals) => Promise<Finished>
}

export const watching = ({ child, finished }: Started): Watching => {
  let said = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8")
      child.emit("said")
    })
  }
  /** Two streams, so that neither alone tells that both are there. */
  const until = async (...endings: ReadonlyArray<RegExp>): Promise<string> => {
    while (!endings.every((ending) => ending.test(said))) {
      await Promise.race([once(child, "said"), gone(finished, () => said)])
    }
    const now = said
    said = ""
    return now
  }
  return {
    report: () => until(WAITING, VERDICT),
    sentence: () => until(WAITING),
    end: (signal) => {
      child.kill(signal)
      return finished
    }
  }
}

const WAITING = /Waiting for changes; Ctrl-C ends it\.\n/
const VERDICT = /^(?:PASS|FAIL|NONE)\n/m

const gone = async (finished: Promise<Finished>, said: () => string): Promise<never> => {
  const { code } = await finished
  throw new Error(`The watch ended with ${code}: ${said()}`)
}
