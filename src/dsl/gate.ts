/**
 * A gate: a combinator that says what must hold of an agent, and carries what it needs of it.
 */
import type { AnyDefinition, Definition } from "../domain/Metric.ts"
import type { Expectations, MatcherData } from "../domain/Matcher.ts"
import { type Agent, make } from "./agent.ts"
import type { Fact, Meets } from "./facts.ts"
import { type Written, written } from "./written.ts"

/** A gate under construction. Its definition is code; the plan keeps the rest. */
export interface GateNode {
  readonly definition: AnyDefinition
  readonly spec: unknown
  readonly expect: { readonly [target: string]: MatcherData }
  /** Checked again when the plan is made, for suites whose types were not. */
  readonly needs: ReadonlyArray<Fact>
  readonly advisory: boolean
  readonly written: Written
}

/** A function from agent to agent, and the nodes that it adds. */
export interface Gate<out Need extends Fact> {
  <Has extends Fact>(self: Agent<Has> & Meets<Has, Need>): Agent<Has>
  readonly nodes: ReadonlyArray<GateNode>
  readonly "~need": Need
}

/**
 * Makes a gate of a definition. Gates of any package are made with this one function.
 *
 * `gate(definition, spec)` needs nothing of the agent; `gate("two or more runs")(definition, spec)` does.
 */
export const gate: {
  <Spec, Report>(definition: Definition<Spec, Report>, spec: Spec, expect?: Expectations<Report>): Gate<never>
  <const Need extends Fact>(
    ...needs: ReadonlyArray<Need>
  ): <Spec, Report>(definition: Definition<Spec, Report>, spec: Spec, expect?: Expectations<Report>) => Gate<Need>
} = (...parts: ReadonlyArray<unknown>): any => {
  const [first, spec, expect] = parts
  return typeof first === "object"
    ? node([], first as AnyDefinition, spec, expect as Stated)
    : (definition: AnyDefinition, its: unknown, stated?: Stated) =>
        node(parts as ReadonlyArray<Fact>, definition, its, stated)
}

/** Joins gates into one. Their needs join too. */
export const all = <const Gates extends ReadonlyArray<Gate<Fact>>>(...gates: Gates): Gate<Gates[number]["~need"]> =>
  join(gates.flatMap((one) => one.nodes))

/** Makes a gate that adds these nodes. The needs are the caller's promise. */
export const join = <Need extends Fact>(nodes: ReadonlyArray<GateNode>): Gate<Need> =>
  Object.freeze(
    Object.assign(
      <Has extends Fact>(self: Agent<Has>): Agent<Has> => make({ ...self.node, gates: [...self.node.gates, ...nodes] }),
      { nodes: Object.freeze(nodes) }
    )
  ) as unknown as Gate<Need>

type Stated = { readonly [target: string]: MatcherData | undefined }

/** No expectation at all means the default one: a gate that asks for nothing would always pass. */
const node = (
  needs: ReadonlyArray<Fact>,
  definition: AnyDefinition,
  spec: unknown,
  stated: Stated = {}
): Gate<Fact> => {
  const said = Object.entries(stated).filter(([, matcher]) => matcher !== undefined)
  const expect = said.length > 0 ? Object.fromEntries(said) : definition.expect
  return join([{ definition, spec, expect: expect as GateNode["expect"], needs, advisory: false, written: written() }])
}
