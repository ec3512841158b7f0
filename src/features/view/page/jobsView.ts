/**
 * What the page has started, and what became of it.
 */
import { el } from "../../html/page/dom.ts"
import { section } from "../../html/page/marks.ts"
import type { Job } from "../Api.ts"

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
