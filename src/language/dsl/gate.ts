/**
 * A gate: a combinator that states what must hold of an agent's runs, and what it needs of the agent.
 */
import type { AnyDefinition, Definition, RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Expectations, MatcherData } from "../../base/domain/matching/Matcher.ts"
import { anything, code, fields, kind, type Kind, listOf, membersOf, name as named, optional } from "../../base/std/kinds.ts"
import { type Agent, extend } from "./agent.ts"
import type { Fact, Meets } from "./facts.ts"
import { type CallSite, captureCallSite } from "./callSite.ts"
import type { ModelChoice } from "./model.ts"

/** A gate as an agent holds it. Its definition is code; the plan keeps the rest. */
export interface GateNode {
  readonly definition: AnyDefinition
  readonly spec: unknown
  readonly expect: { readonly [target: string]: MatcherData }
  /** The plan checks them again, for suites that were not type-checked. */
  readonly needs: ReadonlyArray<Fact>
  readonly advisory: boolean
  /** Set by `always`: a gate on outcomes does not forgive it. */
  readonly always?: true
  /** The models that are asked about each run, if the gate is advisory and asks: the plan refuses them for any other. */
  readonly jury?: ReadonlyArray<ModelChoice>
  /** Options that the suite gives and the gate does not have, and those that it has: the plan refuses them. */
  readonly unknownOptions?: ReadonlyArray<{ readonly name: string; readonly known: ReadonlyArray<string> }>
  readonly callSite: CallSite
}

/** A function from agent to agent, and the nodes that it adds. */
export interface Gate<out Need extends Fact> {
  <Has extends Fact>(self: Agent<Has> & Meets<Has, Need>): Agent<Has>
  readonly nodes: ReadonlyArray<GateNode>
  readonly "~need": Need
}

/** A gate that `always` does not take, with what the compiler quotes as needed instead. */
export interface UnheldGate<out Need extends Fact, out Instead extends string> extends Gate<Need> {
  readonly "~unheld": Instead
}

/** A gate over the outcomes of runs, which has no verdict of a single run. */
export interface OutcomesGate<out Need extends Fact> extends UnheldGate<Need, typeof LOOKS_AT_OUTCOMES> {}

/** A gate that decides nothing. */
export interface AdvisoryGate<out Need extends Fact> extends UnheldGate<Need, typeof IS_ADVISORY> {}

/** What `always` needs: the same words in the compiler's message and in that of the plan. */
export const LOOKS_AT_OUTCOMES = "gates that look at runs, not at outcomes"
export const IS_ADVISORY = "gates that decide"

/** Several gates as one: `always` takes it if it takes each of them. An intersection would not be inferred in a pipe. */
export type Joined<Gates extends ReadonlyArray<AnyGate>> = [Extract<Gates[number], AnyUnheld>] extends [never]
  ? Gate<Gates[number]["~need"]>
  : UnheldGate<Gates[number]["~need"], Extract<Gates[number], AnyUnheld>["~unheld"]>

/** A gate of any need, without its function: the compiler takes no `UnheldGate` with a need for a `Gate<Fact>`. */
export interface AnyGate {
  readonly nodes: ReadonlyArray<GateNode>
  readonly "~need": Fact
}

interface AnyUnheld {
  readonly "~unheld": string
}

/**
 * Makes a gate of a definition, here and in any other package.
 *
 * `gate(definition, spec)` needs nothing of the agent; `gate("two or more runs")(definition, spec)` needs these facts.
 *
 * ```ts
 * import type { Runs } from "passhat"
 *
 * const measure = (traces: Runs) => ({ calls: Math.max(...traces.map((trace) => trace.tool_calls.length)) })
 * const definition = { name: "acme/fewCalls", targets: { calls: "count" }, measure, expect: { calls: atMost(3) } } as const
 *
 * asks.pipe(gate(definition, {}, { calls: atMost(2) }))
 * ```
 */
export const gate: {
  <Spec, Report>(definition: Definition<Spec, Report>, spec: Spec, expect?: Expectations<Report>): Gate<never>
  <const Need extends Fact>(
    ...needs: ReadonlyArray<Need>
  ): <Spec, Report>(definition: Definition<Spec, Report>, spec: Spec, expect?: Expectations<Report>) => Gate<Need>
} = (...parts: ReadonlyArray<unknown>): any => {
  const [first, spec, expect] = parts
  return parts.length > 0 && typeof first !== "string"
    ? node([], first as AnyDefinition, spec, expect as Expected)
    : (definition: AnyDefinition, ownSpec: unknown, expected?: Expected) =>
        node(parts as ReadonlyArray<Fact>, definition, ownSpec, expected)
}

/**
 * Joins gates into one, which needs what each of them needs.
 *
 * ```ts
 * const steady = all(stability(), narrative())
 *
 * asks.pipe(runs(5), steady)
 * ```
 */
export const all = <const Gates extends ReadonlyArray<AnyGate>>(...gates: Gates): Joined<Gates> =>
  join(nodesOf("all", gates)) as Joined<Gates>

/** The nodes of a list of gates. In place of a list that has none, or something else, one that the plan refuses. */
export const nodesOf = (name: string, gates: ReadonlyArray<unknown>): ReadonlyArray<GateNode> => {
  const flaws = [
    ...(gates.length === 0 ? ["it is given no gate, so it checks nothing"] : []),
    ...gates.flatMap((one, at) => gateKind(one, `gate ${at + 1}`))
  ]
  return (flaws.length > 0 ? refused(name, flaws) : { nodes: gates.flatMap((one) => (one as Gate<Fact>).nodes) }).nodes
}

/**
 * The gate that `make` makes. If there are flaws in what it is to be made of, a gate that the plan refuses with them: a
 * suite in JavaScript may give anything.
 */
export const gateFrom = <Made extends Gate<Fact>>(name: string, flaws: ReadonlyArray<string>, make: () => Made): Made =>
  flaws.length > 0 ? (refused(name, flaws) as unknown as Made) : make()

/** What a gate expects of its targets. The plan looks at each matcher. */
export const expectations: Kind = optional(membersOf(anything, "expectations by target"))

/** Makes a gate that adds these nodes. The caller vouches for the needs. */
export const join = <Need extends Fact>(nodes: ReadonlyArray<GateNode>): Gate<Need> =>
  Object.freeze(
    Object.assign(
      <Has extends Fact>(self: Agent<Has>): Agent<Has> =>
        extend(self, (agent) => ({ gates: [...agent.gates, ...nodes] })),
      { nodes: Object.freeze(nodes) }
    )
  ) as unknown as Gate<Need>

const gateKind: Kind = (value, path) =>
  kind("a gate", (one) => typeof one === "function" && "nodes" in one && Array.isArray(one.nodes))(value, path)

const refused = (name: string, flaws: ReadonlyArray<string>): Gate<never> =>
  node([], { ...nothing, name, check: () => flaws }, {}) as Gate<never>

const nothing: RunDefinition<{}, {}> = { name: "", scope: "run", targets: {}, measure: () => ({}), expect: {} }

const definitionKind: Kind = fields(
  {
    name: named,
    targets: membersOf(named),
    measure: code,
    expect: membersOf(anything),
    prefix: optional(kind("a text", (value) => typeof value === "string")),
    title: optional(named),
    scope: optional(
      kind('"run", "cell" or "outcomes"', (value) => ["run", "cell", "outcomes"].includes(String(value)))
    ),
    ...Object.fromEntries(
      ["absent", "align", "baseline", "check", "describe", "digest", "explain", "patience"].map((one) => [
        one,
        optional(code)
      ])
    )
  },
  "definition.",
  "the definition of a gate"
)

type Expected = { readonly [target: string]: MatcherData | undefined }

/** Without an expectation the default one applies: a gate that expects nothing would always pass. */
const node = (
  needs: ReadonlyArray<Fact>,
  definition: AnyDefinition,
  spec: unknown,
  expected: Expected = {}
): Gate<Fact> => {
  const flaws = [
    ...definitionKind(definition, "the definition"),
    ...listOf(named)(needs, "needs"),
    ...expectations(expected, "expect")
  ]
  if (flaws.length > 0) return refused("gate", flaws)
  const given = Object.entries(expected).filter(([, matcher]) => matcher !== undefined)
  const expect = given.length > 0 ? Object.fromEntries(given) : definition.expect
  return join([
    { definition, spec, expect: expect as GateNode["expect"], needs, advisory: false, callSite: captureCallSite() }
  ])
}
