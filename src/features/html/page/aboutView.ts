/**
 * What a cell is about: what its agent was asked, when that was recorded, and which model answered, and what that cost.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { besideCosts, cellCost } from "../../../edges/report/text/costText.ts"
import { snapshotsOf } from "../times.ts"
import { el } from "./dom.ts"

export const aboutView = (cell: CellVerdict): HTMLElement => {
  const { analysis, cost, recorded_at, runs } = cell
  const snapshots = snapshotsOf(runs)
  return el(
    "dl",
    { class: "about-cell" },
    ...(analysis?.prompt === undefined ? [] : term("Prompt", analysis.prompt)),
    ...(analysis?.turns ?? []).flatMap((turn, at) => term(`Turn ${at + 2}`, turn)),
    ...(analysis?.system === undefined ? [] : term("System", analysis.system)),
    ...term("Recorded", recordedText(recorded_at)),
    ...term("Snapshot", snapshots.length === 0 ? "none is named beside the model" : snapshots.join(", ")),
    ...(cost === undefined ? [] : term("Cost", [cellCost(cell), ...besideCosts(cost)].join("; ")))
  )
}

const term = (name: string, text: string): ReadonlyArray<HTMLElement> => [el("dt", {}, name), el("dd", {}, text)]

/** The recording says when, so that the page is the same whenever it is made. */
const recordedText = (time: string | undefined): string => {
  if (time === undefined) return "this report does not say when"
  if (time === "") return "by another program, and imported"
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/.exec(time) ?? []
  return day === undefined ? time : `${day} ${hour} UTC`
}
