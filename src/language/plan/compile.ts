/**
 * Compiles a suite to a plan, or to everything that is wrong with it at once.
 *
 * What the compiler has already promised is checked again here: a suite may be plain JavaScript, and `runs(n)` may be given
 * a number that only the run time knows.
 */
import { fingerprint } from "../../base/domain/plan/fingerprint.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { JsonSchemaCheck } from "../../base/domain/matching/Matcher.ts"
import { JUDGE_TOKENS } from "../../base/domain/plan/juries.ts"
import type { AnyDefinition, Definitions } from "../../base/domain/verdict/Metric.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { AgentNode } from "../dsl/agent.ts"
import { type ModelChoice, shownModel } from "../dsl/model.ts"
import type { Suite } from "../dsl/suite.ts"
import type { CallSite } from "../dsl/callSite.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { agentProblems } from "./agentRules.ts"
import { behaviourOf } from "./behaviour.ts"
import { cellId } from "./cellId.ts"
import { gateData } from "./gateData.ts"
import { gateProblems } from "./gateRules.ts"
import type { Problem } from "./Problem.ts"
import { providerOf } from "./modelRules.ts"
import type { SourcesOf } from "./Sources.ts"
import type { ToJsonSchema } from "./toolData.ts"

export interface Overrides {
  /** Replaces what every agent says. */
  readonly runs?: number | undefined
  /** For a suite that `hasSchemas`. Without it, such a suite is refused. */
  readonly toJsonSchema?: ToJsonSchema | undefined
  /** For a suite whose drivers name files. Without it, sources are refused. */
  readonly sourcesOf?: SourcesOf | undefined
  /** For a suite that mentions a JSON Schema. Without it, it is not known whether the schema can be used. */
  readonly jsonSchema?: JsonSchemaCheck | undefined
}

export interface Compiled {
  readonly plan: Plan
  readonly definitions: Definitions
  /** What the user says after the prompt: by cell id, with the functions that say it. */
  readonly says: ReadonlyMap<string, NonNullable<AgentNode["turns"]>>
  /** Where each gate was written: by cell id, in the order of the cell's gates. */
  readonly written: ReadonlyMap<string, ReadonlyArray<CallSite>>
}

/** Everything that is wrong with a suite. */
export interface Refused {
  readonly issues: ReadonlyArray<Issue>
  /** Where the gate of each issue was made; undefined for an issue that is not about a gate. */
  readonly callSites: ReadonlyArray<CallSite | undefined>
}

export const compile = (suite: Suite, overrides: Overrides = {}): Compiled | Refused => {
  const { jsonSchema, sourcesOf, toJsonSchema } = overrides
  const agents = overrides.runs === undefined ? suite.agents : suite.agents.map(withRuns(overrides.runs))
  const cells = agents.flatMap((agent) =>
    agent.models.map((choice) => ({ agent, choice, id: cellId(suite, agent, shownModel(choice)) }))
  )
  const problems = [
    ...suiteProblems(suite).map(located(suite)),
    ...sharedCassettes(cells).map(located(suite)),
    ...oncePerTable(
      agents.flatMap((agent) =>
        [
          ...agentProblems(agent, toJsonSchema, sourcesOf),
          ...(agent.flaws === undefined ? gateProblems(agent, toJsonSchema, jsonSchema) : [])
        ].map((problem) => ({ agent, problem }))
      )
    ).map(({ agent, problem, repeats }) => located(suite, agent, repeats)(problem))
  ]
  return problems.length > 0
    ? { issues: problems.map(({ issue: one }) => one), callSites: problems.map(({ callSite }) => callSite) }
    : compiled(suite, cells, overrides)
}

interface PlannedCell {
  readonly id: string
  readonly agent: AgentNode
  readonly choice: ModelChoice
}

const compiled = (suite: Suite, planned: ReadonlyArray<PlannedCell>, overrides: Overrides): Compiled => {
  const cells = planned.map((one) => cell(one, overrides))
  return {
    plan: {
      format: "passhat-plan",
      version: 1,
      suite: suite.name,
      cells,
      live_at_most: liveAtMost(cells)
    },
    definitions: new Map(
      planned.map(({ agent, id }) => [id, agent.gates.map((gate): AnyDefinition => gate.definition)])
    ),
    says: new Map(planned.flatMap(({ agent, id }) => (agent.turns === undefined ? [] : [[id, agent.turns] as const]))),
    written: new Map(planned.map(({ agent, id }) => [id, agent.gates.map((gate) => gate.callSite)]))
  }
}

/** The part of a plan that these cells are. */
export const partOf = (plan: Plan, cells: ReadonlyArray<Cell>): Plan => ({
  ...plan,
  cells,
  live_at_most: liveAtMost(cells)
})

/** A plan without the cells that its suite skips. */
export const toRun = (plan: Plan): Plan => ({
  ...plan,
  cells: plan.cells.filter((cell) => cell.skipped === undefined)
})

const liveAtMost = (cells: ReadonlyArray<Cell>): Plan["live_at_most"] => {
  const run = cells.filter((one) => one.skipped === undefined)
  return {
    model_calls: total(run, (one) => one.runs * mostPerRun(one).model_calls),
    output_tokens: total(run, (one) => one.runs * mostPerRun(one).output_tokens)
  }
}

/** A model that plays the user is asked once more than it may speak: it may end the conversation then. Each juror is asked once. */
export const mostPerRun = ({ behaviour: { options, user }, gates }: Cell): Plan["live_at_most"] => {
  const asked = user === undefined ? 0 : user.options.max_turns + 1
  const jurors = gates.reduce((sum, { jury = [] }) => sum + jury.length, 0)
  return {
    model_calls: options.max_turns + asked + jurors,
    output_tokens:
      options.max_turns * options.max_tokens + asked * (user?.options.max_tokens ?? 0) + jurors * JUDGE_TOKENS
  }
}

const cell = ({ agent, choice, id }: PlannedCell, { sourcesOf, toJsonSchema }: Overrides): Cell => {
  const model = shownModel(choice)
  const behaviour = behaviourOf(agent, choice, toJsonSchema, sourcesOf)
  return {
    id,
    agent: agent.name,
    model,
    name: agent.models.length > 1 ? `${agent.name} [${model}]` : agent.name,
    runs: agent.runs[0] ?? 1,
    ...(agent.matrix !== undefined && { matrix: agent.matrix }),
    ...(agent.case !== undefined && { case: agent.case }),
    ...(agent.tags.length > 0 && { tags: [...new Set(agent.tags)] }),
    ...(agent.skipped !== undefined && { skipped: agent.skipped }),
    ...(agent.only === true && { only: true }),
    provider: providerOf(agent, choice) ?? { kind: "driver" },
    ...(agent.user !== undefined && { user_provider: providerOf({}, agent.user.model) ?? { kind: "driver" } }),
    run_timeout_ms: agent.runTimeoutMillis ?? 600_000,
    behaviour,
    fingerprint: fingerprint(behaviour),
    observations: agent.observations.map((one) => ({ ...one, args: one.args ?? {} })),
    ...(agent.allowedDrift !== undefined && { allowed_drift: agent.allowedDrift }),
    gates: gateData(agent.gates)
  }
}

const withRuns =
  (runs: number) =>
  (agent: AgentNode): AgentNode => ({ ...agent, runs: [runs] })

const suiteProblems = (suite: Suite): ReadonlyArray<Problem> => [
  ...(suite.name.trim() === "" ? [{ what: "the suite has no name", hint: 'Name it: suite("weather", ...).' }] : []),
  ...(suite.agents.length === 0
    ? [{ what: "the suite has no agents", hint: 'Give it at least one: suite("weather", agent(...)).' }]
    : [])
]

/** Names that differ only in what a file name cannot keep would record over each other. */
const sharedCassettes = (cells: ReadonlyArray<PlannedCell>): ReadonlyArray<Problem> =>
  cells.flatMap((one, at) => {
    const earlier = cells.slice(0, at).find((other) => other.id === one.id)
    return earlier === undefined
      ? []
      : [
          {
            what: `${label(earlier)} and ${label(one)} would share the cassette ${one.id}.jsonl`,
            hint: "Give one of them another name, or a label: Model.anthropic(..., { label })."
          }
        ]
  })

const label = ({ agent, choice }: PlannedCell): string => `agent "${agent.name}" on ${shownModel(choice)}`

interface AgentProblem {
  readonly agent: AgentNode
  readonly problem: Problem
}

/** What is wrong with all cases of a table is reported for the first, with how many others have it. */
const oncePerTable = (all: ReadonlyArray<AgentProblem>): ReadonlyArray<AgentProblem & { readonly repeats: number }> => {
  const same = groupBy(all, (one): unknown =>
    one.agent.case === undefined ? one : JSON.stringify([one.agent.case.table, one.problem.what, one.problem.hint])
  )
  return [...same.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, repeats: others.length }]
  )
}

const located =
  (suite: Suite, agent?: AgentNode, repeats = 0) =>
  ({ callSite, hint, what }: Problem): { readonly issue: Issue; readonly callSite: CallSite | undefined } => ({
    issue: issue(
      "INVALID_SUITE",
      `Suite "${suite.name}"${agent === undefined || (agent.name === "" && agent.flaws !== undefined) ? "" : `, agent "${agent.name}"${repeats === 0 ? "" : ` and ${repeats} more of ${agent.case?.table}`}`}: ${what}.`,
      hint
    ),
    callSite
  })

const total = (cells: ReadonlyArray<Cell>, of: (cell: Cell) => number): number =>
  cells.reduce((sum, one) => sum + of(one), 0)
