/**
 * A call that two runs seem to make at the same place: it holds an integer whose digits JSON lost, so nobody knows
 * whether it is the same call.
 */
import { holdsInexact } from "../../../std/inexact.ts"
import type { Group } from "./runGroups.ts"

export interface Doubt {
  /** One of the runs. */
  readonly group: Group
  readonly index: number
}

/** The first one, if any. The runs are grouped by `callKey`. */
export const doubtfulCall = (groups: ReadonlyArray<Group>): Doubt | undefined => {
  const inexact: Array<boolean> = []
  const seen = new Set<string>()
  for (const group of groups) {
    for (const [index, id] of group.calls.entries()) {
      if (!(inexact[id] ??= holdsInexact(group.trace.tool_calls[index]!.args))) continue
      const place = `${index} ${id}`
      if (group.size > 1 || seen.has(place)) return { group, index }
      seen.add(place)
    }
  }
  return undefined
}
