/**
 * What the agent of a cell could call, for gates that compare it with what the agent did call.
 */
import { isJsonObject, type Json } from "../../base/std/Json.ts"
import type { Offer } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"

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
