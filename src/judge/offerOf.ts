/**
 * What the agent of a cell could call, for gates that compare it with what the agent did call.
 */
import type { Offer } from "../domain/Metric.ts"
import type { Cell } from "../domain/Plan.ts"

/** A driver may have tools of its own, which no trace shows. */
export const offerOf = ({ behaviour: { driver, servers } }: Cell): Offer => ({
  offered: servers.flatMap(({ name: server, tools }) =>
    tools.map(({ annotations, name }) => (annotations === undefined ? { server, name } : { server, name, annotations }))
  ),
  complete: driver === undefined
})
