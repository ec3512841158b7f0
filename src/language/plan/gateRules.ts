/**
 * What a gate may ask, whatever the types let through: a gate that cannot be judged is refused before anything runs.
 */
import { isJson } from "../../base/std/Json.ts"
import type { JsonSchemaCheck } from "../../base/domain/matching/Matcher.ts"
import { type Capabilities, type GateAgent, stopOf } from "../../base/domain/verdict/Metric.ts"
import type { AgentNode } from "../dsl/agent.ts"
import { type Fact, injects, uses } from "../dsl/facts.ts"
import { isImported } from "../dsl/imported.ts"
import { type GateNode, IS_ADVISORY, LOOKS_AT_OUTCOMES } from "../dsl/gate.ts"
import { userDefaults } from "./behaviour.ts"
import { matcherProblems } from "./matcherRules.ts"
import { modelProblems } from "./modelRules.ts"
import { type Problem, when } from "./Problem.ts"
import { type ToJsonSchema, toolData } from "./toolData.ts"
import { nearest } from "../../base/std/nearest.ts"
import { shown } from "../../base/std/kinds.ts"
import { shortenWords } from "../../base/std/wholeWords.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** Each problem has the place in the suite at which its gate was made. */
export const gateProblems = (
  agent: AgentNode,
  toJsonSchema: ToJsonSchema | undefined,
  jsonSchema: JsonSchemaCheck | undefined
): ReadonlyArray<Problem> => {
  const means: Capabilities = { ...(jsonSchema !== undefined && { jsonSchema }) }
  const offered = offeredTo(agent, toJsonSchema)
  return agent.gates.flatMap((gate) => {
    const wrong = specProblems(gate, offered, means)
    return [
      ...unmetNeeds(agent, gate),
      ...alwaysProblems(gate),
      ...stopProblems(agent, gate),
      ...juryProblems(gate),
      ...(gate.unknownOptions ?? []).map(({ known, name }) => unknownName(gate, "option", name, known)),
      ...(wrong.length > 0 ? wrong : expectsNothing(gate)),
      ...Object.entries(gate.expect).flatMap(([target, matcher]) => [
        ...targetProblems(gate, target),
        ...matcherProblems(gate.definition, target, matcher, means, wrong.length === 0)
      ])
    ].map((problem) => ({ ...problem, callSite: gate.callSite }))
  })
}

/** Without an expectation nothing could fail. */
const expectsNothing = ({ definition, expect }: GateNode): ReadonlyArray<Problem> =>
  when(
    Object.keys(expect).length === 0,
    `${definition.name} expects nothing, so it checks nothing`,
    "Give it an expectation, or its definition a default one."
  )

/** Arguments that cannot be written as a JSON Schema are a problem of the server: here they may have any name. */
const offeredTo = (
  { driver, faults, gates, runs, servers }: AgentNode,
  toJsonSchema: ToJsonSchema | undefined
): GateAgent => ({
  tools: servers.flatMap((server) =>
    Object.values(server.tools).map((tool) => ({
      server: server.name,
      ...(toolData(tool, toJsonSchema) ?? { name: tool.name, input_schema: true })
    }))
  ),
  faults: faults.map(({ name }) => name),
  runs: runs[0] ?? 1,
  stopsEarly: gates.some(({ definition }) => stopOf(definition) !== undefined),
  hasOwnTools: driver !== undefined
})

/** A gate on outcomes has no verdict of a run, and an advisory one decides nothing: neither can hold in every run. */
const alwaysProblems = ({ advisory, always, definition }: GateNode): ReadonlyArray<Problem> => {
  const isHeld = always === true
  const hint = "Take it out of always(...)."
  return [
    ...when(
      isHeld && definition.scope === "outcomes",
      `always needs ${LOOKS_AT_OUTCOMES}: ${definition.name} looks at outcomes`,
      hint
    ),
    ...when(isHeld && advisory, `always needs ${IS_ADVISORY}: ${definition.name} is advisory`, hint)
  ]
}

/** An advisory gate must not cost the others their runs. A sample that ends when a gate is decided is biased. */
const stopProblems = ({ gates }: AgentNode, { advisory, definition }: GateNode): ReadonlyArray<Problem> => [
  ...when(
    advisory && stopOf(definition) !== undefined,
    `${definition.name} is advisory, and stops its runs early`,
    "Take stopEarly out of the advisory gate."
  ),
  ...when(
    definition.scope === "outcomes" &&
      definition.needsAllRuns === true &&
      gates.some((one) => stopOf(one.definition) !== undefined),
    `${definition.name} needs all runs, and another gate of the agent stops them early`,
    "Take stopEarly out, give it to every passRate of the agent, or gate on the other in an agent of its own."
  )
]

/** A verdict never rests on a model. */
const juryProblems = ({ advisory, definition, jury = [] }: GateNode): ReadonlyArray<Problem> => [
  ...when(
    jury.length > 0 && !advisory,
    `${definition.name} asks a model, and is not advisory`,
    "Let it be advisory: a verdict never rests on a model."
  ),
  ...[...new Set(jury)]
    .flatMap((choice) => modelProblems({ servers: [] }, choice))
    .map(({ hint, what }) => ({ what: `${definition.name}: ${what}`, hint }))
]

const unmetNeeds = (agent: AgentNode, gate: GateNode): ReadonlyArray<Problem> => {
  const has = factsOf(agent)
  return gate.needs
    .filter((need) => !has.has(need) && !isMessageOf(agent, need))
    .map((need) => ({ what: `${gate.definition.name} needs ${need}`, hint: wayTo(need) }))
}

const factsOf = (agent: AgentNode): ReadonlySet<Fact> =>
  new Set<Fact>([
    (agent.runs[0] ?? 1) >= 2 ? "two or more runs" : "a single run",
    ...agent.servers.map((server) => uses(server.name)),
    ...agent.faults.map((fault) => injects(fault.name))
  ])

/**
 * Whether the user of the agent may speak so often, the prompt included. An agent without a conversation has no parts. How often the user
 * of an imported agent speaks, its runs tell: one that lacks a part has no verdict.
 */
const isMessageOf = ({ driver, turns, user }: AgentNode, need: Fact): boolean => {
  const n = Number(/^turn (\d+) /.exec(need)?.[1])
  if (driver !== undefined && isImported(driver)) return n >= 1
  const after = turns?.length ?? (user === undefined ? -1 : (user.maxTurns ?? userDefaults.maxTurns))
  return n >= 1 && n <= after + 1
}

const wayTo = (need: Fact): string => {
  if (need === "two or more runs") return "Say runs(2) or more: a sample of one has no spread."
  if (need === "a single run") return "Say runs(1)."
  if (need.startsWith("turn "))
    return "Give the agent that many messages of its user: the prompt, and turns(...) or simulatedUser(...) after it."
  if (need.startsWith("server ")) return `Add the ${need} to the agent's servers.`
  return `Inject the ${need} with faults(...).`
}

const specProblems = (
  { definition, spec }: GateNode,
  offered: GateAgent,
  means: Capabilities
): ReadonlyArray<Problem> =>
  tryCatch(() => isJson(spec)) === true
    ? sentencesOf(() => definition.check?.(spec, offered, means) ?? []).map((wrong) => ({
        what: `${definition.name}: ${wrong}`,
        hint: "Correct the gate's options."
      }))
    : [{ what: `the spec of ${definition.name} is not JSON`, hint: "Keep functions and undefined out of it." }]

/** A definition of another package may have a check that throws. */
const sentencesOf = (check: () => ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: unknown = tryCatch(check, (thrown) => [`its check throws: ${messageOf(thrown)}`])
  return Array.isArray(found) ? found.map(String) : ["its check returns no list of sentences"]
}

const messageOf = (thrown: unknown): string =>
  shortenWords(thrown instanceof Error ? thrown.message : shown(thrown), 200)

const targetProblems = (gate: GateNode, target: string): ReadonlyArray<Problem> => {
  const known = Object.keys(gate.definition.targets)
  return known.includes(target) ? [] : [unknownName(gate, "target", target, known)]
}

const unknownName = (
  { definition }: GateNode,
  what: "option" | "target",
  name: string,
  known: ReadonlyArray<string>
): Problem => {
  const close = nearest(name, known)
  return {
    what: `${definition.name} has no ${what} "${name}"`,
    hint: close === undefined ? `It has ${known.join(", ")}.` : `Did you mean "${close}"?`
  }
}
