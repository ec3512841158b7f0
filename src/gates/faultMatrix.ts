/**
 * `faultMatrix`: one agent under every fault, each on every tool, as a cell each and a table in the report.
 */
import type { FaultKind } from "../domain/Fault.ts"
import type { Tool } from "../domain/Tool.ts"
import { type Agent, make } from "../dsl/agent.ts"
import type { Fact, Injects, Meets, Uses } from "../dsl/facts.ts"
import { fault, faults } from "../dsl/faults.ts"
import { recovery, type RecoveryOptions } from "./recovery.ts"

export const faultMatrix = <Has extends Fact, Server extends string>(
  self: Agent<Has> & Meets<Has, Uses<Server>>,
  kinds: ReadonlyArray<FaultKind>,
  tools: ReadonlyArray<Tool<Server, string, any>>,
  options: Omit<RecoveryOptions<string>, "from">
): ReadonlyArray<Agent<Has | Injects<string>>> =>
  kinds.flatMap((kind) =>
    tools.map((tool) => {
      const [row, column] = [label(kind), `${tool.server}.${tool.name}`]
      const broken = fault(`${row} ${column}`, tool, kind)
      const one = make<Uses<Server>>({
        ...self.node,
        name: `${self.node.name} (${row}, ${column})`,
        matrix: { table: self.node.name, row, column }
      })
      return one.pipe(faults(broken), recovery({ ...options, from: broken })) as unknown as Agent<Has | Injects<string>>
    })
  )

/** `hang`, `slow 4000`, `error no such row`: the kind, and what makes it differ from others of its kind. */
const label = ({ kind, ...rest }: FaultKind): string => [kind, ...Object.values(rest)].join(" ").replaceAll("_", " ")
