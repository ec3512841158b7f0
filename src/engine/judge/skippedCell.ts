/**
 * The verdict of a skipped cell: "none", with the reason. It does not count towards the suite's verdict.
 */
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { CellVerdict } from "../../base/domain/verdict/Verdict.ts"
import { type Json, isJsonObject } from "../../base/std/Json.ts"
import type { Offer } from "../../base/domain/verdict/Metric.ts"

export const skippedCell = ({ agent, case: row, id, matrix, model, name }: Cell, reason: string): CellVerdict => ({
  id,
  agent,
  model,
  name,
  ...(matrix !== undefined && { matrix }),
  ...(row !== undefined && { case: row }),
  verdict: "none",
  skipped: reason,
  issues: [],
  runs: [],
  gates: []
})

/** Whether the cell was not skipped. */
export const wasRun = ({ skipped }: CellVerdict): boolean => skipped === undefined

/** A driver may have tools of its own, which no trace shows. */
export const offerOf = ({ behaviour: { driver, servers } }: Cell): Offer => ({
  offered: servers.flatMap(({ name: server, tools }) =>
    tools.map(({ annotations, description, input_schema, name }) => ({
      server,
      name,
      ...(annotations !== undefined && { annotations }),
      ...(driver !== undefined && description === undefined && isBare(input_schema) && { observed: true as const })
    }))
  ),
  complete: driver === undefined
})

/** What an imported suite says of a tool that was called and not described. */
const isBare = (schema: Json): boolean => isJsonObject(schema) && Object.keys(schema).join() === "type"
