/**
 * The lines of a suite that declare the expectations a row does not meet.
 */
import type { Check, GateVerdict, Source } from "../../../base/domain/verdict/Verdict.ts"
import type { Row } from "../Row.ts"
import type { Line } from "../text/Line.ts"
import { repeatCommand } from "./evidence.ts"

/** The gates of a red run are those that its red checks name; a check without a name is of the gates that say the same. */
export const failedGateLocations = ({ checks, gates = [], source }: Row): ReadonlyArray<Source> => {
  if (source !== undefined) return [source]
  const red = checks.filter(({ verdict }) => verdict !== "pass")
  const isOf = (check: Check, { checks: own, id }: GateVerdict): boolean =>
    check.gate === undefined
      ? own.some(({ expected, target }) => target === check.target && expected === check.expected)
      : check.gate === id
  return gates
    .filter((gate) => gate.scope === "run" && red.some((check) => isOf(check, gate)))
    .flatMap((gate) => gate.source ?? [])
}

/** The lines behind each row. */
export const commandLines = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Line>> => {
  const last = new Map(rows.flatMap((row, at) => (repeatCommand(row).length > 0 ? [[row.command, at]] : [])))
  return rows.map((row, at) => (last.get(row.command) === at ? repeatCommand(row) : []))
}
