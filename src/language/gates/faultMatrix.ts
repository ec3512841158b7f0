/**
 * `faultMatrix`: one agent under every fault on every tool, a cell each, shown as a table in the report.
 */
import type { FaultKind } from "../../base/domain/plan/Fault.ts"
import type { Tool } from "../../base/domain/plan/Tool.ts"
import { anything, listOf, membersOf } from "../../base/std/kinds.ts"
import { type Agent, extend, make, nodeOf } from "../dsl/agent.ts"
import type { Fact, Injects, Meets, Uses } from "../dsl/facts.ts"
import { fault, faults } from "../dsl/faults.ts"
import { recovery, type RecoveryOptions } from "./recovery.ts"
import { toolsKind } from "./toolData.ts"

/**
 * Copies an agent for every fault on every tool, each with a `recovery` gate. Reports show the copies as a table.
 *
 * ```ts
 * const { get_forecast, get_weather } = weather.tools
 *
 * suite(
 *   "chaos",
 *   ...faultMatrix(asks, [hang, denied], [get_weather, get_forecast], { maxDetection: "3 seconds", accept: "clean stop" })
 * )
 * ```
 */
export const faultMatrix = <Has extends Fact, Server extends string>(
  self: Agent<Has> & Meets<Has, Uses<Server>>,
  kinds: ReadonlyArray<FaultKind>,
  tools: ReadonlyArray<Tool<Server, string, any>>,
  options: Omit<RecoveryOptions<string, Server>, "from">
): ReadonlyArray<Agent<Has | Injects<string>>> => {
  const flaws = [
    ...listOf(membersOf(anything), "a list of faults")(kinds, "the second argument of faultMatrix"),
    ...toolsKind(tools, "the third argument of faultMatrix"),
    ...membersOf(anything)(options, "the last argument of faultMatrix")
  ]
  const node = nodeOf(self, "the first argument of faultMatrix")
  if (flaws.length > 0 || node.flaws !== undefined) return [extend(make(node), () => ({}), flaws)]
  return kinds.flatMap((kind) =>
    tools.map((tool) => {
      const [row, column] = [label(kind), `${tool.server}.${tool.name}`]
      const broken = fault(`${row} ${column}`, tool, kind)
      const one = make<Uses<Server>>({
        ...node,
        name: `${node.name} (${row}, ${column})`,
        matrix: { table: node.name, row, column }
      })
      return one.pipe(faults(broken), recovery({ ...options, from: broken })) as unknown as Agent<Has | Injects<string>>
    })
  )
}

/** The kind of a fault and its options: `hang`, `slow 4000`, `error no such row`. */
const label = ({ kind, ...rest }: FaultKind): string => [kind, ...Object.values(rest)].join(" ").replaceAll("_", " ")
