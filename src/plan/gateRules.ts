/**
 * What a gate may ask, whatever the types let through: a gate that cannot be judged is refused before anything runs.
 */
import { isJson } from "../std/isJson.ts"
import { impossible, thresholds } from "../domain/matchers.ts"
import { isMatcher } from "../domain/predicates.ts"
import { fullTarget } from "../domain/Metric.ts"
import type { AgentNode } from "../dsl/agent.ts"
import { type Fact, injects, uses } from "../dsl/facts.ts"
import type { GateNode } from "../dsl/gate.ts"
import type { Problem } from "./Problem.ts"
import { nearest } from "../std/nearest.ts"

export const gateProblems = (agent: AgentNode): ReadonlyArray<Problem> =>
  agent.gates.flatMap((gate) => [
    ...unmetNeeds(agent, gate),
    ...specProblems(gate),
    ...Object.entries(gate.expect).flatMap(([target, matcher]) => [
      ...targetProblems(gate, target),
      ...matcherProblems(fullTarget(gate.definition, target), matcher),
      ...percentProblems(gate, target, matcher)
    ])
  ])

const unmetNeeds = (agent: AgentNode, gate: GateNode): ReadonlyArray<Problem> => {
  const has = factsOf(agent)
  return gate.needs
    .filter((need) => !has.has(need))
    .map((need) => ({ what: `${gate.definition.name} needs ${need}`, hint: wayTo(need) }))
}

const factsOf = (agent: AgentNode): ReadonlySet<Fact> =>
  new Set<Fact>([
    (agent.runs[0] ?? 1) >= 2 ? "two or more runs" : "a single run",
    ...agent.servers.map((server) => uses(server.name)),
    ...agent.faults.map((fault) => injects(fault.name))
  ])

const wayTo = (need: Fact): string => {
  if (need === "two or more runs") return "Say runs(2) or more: a sample of one has no spread."
  if (need === "a single run") return "Say runs(1)."
  if (need.startsWith("server ")) return `Add the ${need} to the agent's servers.`
  return `Inject the ${need} with faults(...).`
}

const specProblems = ({ definition, spec }: GateNode): ReadonlyArray<Problem> =>
  isJson(spec)
    ? (definition.check?.(spec) ?? []).map((wrong) => ({
        what: `${definition.name}: ${wrong}`,
        hint: "Correct the gate's options."
      }))
    : [{ what: `the spec of ${definition.name} is not JSON`, hint: "Keep functions and undefined out of it." }]

const targetProblems = ({ definition }: GateNode, target: string): ReadonlyArray<Problem> => {
  const known = Object.keys(definition.targets)
  if (known.includes(target)) return []
  const close = nearest(target, known)
  return [
    {
      what: `${definition.name} has no target "${target}"`,
      hint: close === undefined ? `It has ${known.join(", ")}.` : `Did you mean "${close}"?`
    }
  ]
}

const matcherProblems = (target: string, matcher: unknown): ReadonlyArray<Problem> => {
  if ((matcher as { op?: unknown } | undefined)?.op === "judge") {
    return [
      {
        what: `${target} is matched by a model`,
        hint: "Use a matcher that needs none: a verdict never rests on a model."
      }
    ]
  }
  return isMatcher(matcher)
    ? impossible(matcher).map((what) => ({ what: `${target} ${what}`, hint: "Correct the matcher." }))
    : [{ what: `${target} has a matcher that cannot be read`, hint: "Make it with equals, atLeast and the like." }]
}

const percentProblems = ({ definition }: GateNode, target: string, matcher: unknown): ReadonlyArray<Problem> =>
  definition.targets[target] === "percent" && isMatcher(matcher)
    ? thresholds(matcher)
        .filter((value) => value > 0 && value <= 1)
        .map((value) => ({
          what: `${fullTarget(definition, target)} is a percent from 0 to 100, and its threshold is ${value}`,
          hint: `Did you mean ${value * 100}?`
        }))
    : []
