/**
 * Finds a call that two runs seem to make at the same index, but that holds an integer with lost digits, so that the
 * calls may have been different.
 */
import { holdsInexact } from "../../../../base/std/inexact.ts"
import type { Group } from "./runGroups.ts"

export interface Doubt {
  /** One of the runs. */
  readonly group: Group
  readonly index: number
}

/** The first such call, or undefined. The runs must be grouped by `callKey`. */
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
