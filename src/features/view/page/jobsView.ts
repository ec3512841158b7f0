/**
 * What the page has started, and what became of it.
 */
import { el } from "../../html/page/dom.ts"
import { section } from "../../html/page/marks.ts"
import type { Job, ListedFile, Summary } from "../Api.ts"
import { type Answered, ask } from "./ask.ts"

const words: Readonly<Record<Job["state"], string>> = { running: "running", done: "done", failed: "failed" }

export const jobsView = (jobs: ReadonlyArray<Job>): ReadonlyArray<HTMLElement> =>
  jobs.length === 0
    ? []
    : [
        section(
          "Started from here",
          undefined,
          el(
            "ul",
            { class: "jobs" },
            ...jobs.map(({ said, state, what }) =>
              el(
                "li",
                { class: `job ${state}` },
                el("b", {}, words[state]),
                el("code", {}, what),
                said !== "" && el("pre", {}, said)
              )
            )
          )
        )
      ]

type Told = (summary: Answered<Summary>) => void

export const summaries = () => {
  const known = new Map<string, Answered<Summary>>()
  let waiting: ReadonlyArray<readonly [key: string, kind: string, file: string, told: Told]> = []
  let isAsking = false

  const askNext = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    // What came into view last is looked at now.
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      waiting = waiting.slice(0, -1)
      const [key, kind, file, told] = next
      const summary = known.get(key) ?? (await ask<Summary>("/api/summary", { [kind]: file }))
      known.set(key, summary)
      told(summary)
    }
    isAsking = false
  }

  return (kind: "report" | "recording", { bytes, changed, file }: ListedFile, told: Told): void => {
    const key = JSON.stringify([kind, file, bytes, changed])
    const summary = known.get(key)
    if (summary !== undefined) return told(summary)
    waiting = [...waiting, [key, kind, file, told] as const].slice(-MOST_WAITING)
    void askNext()
  }
}

/** More than a screen shows. */
const MOST_WAITING = 200
