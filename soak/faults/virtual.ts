/**
 * Injected faults in virtual time: the built-in agent under schedules of faults, held against the reference.
 */
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import {
  agent,
  anyServer,
  denied,
  disconnect,
  error,
  fault,
  type FaultKind,
  faults,
  hang,
  malformed,
  misleading,
  rateLimited,
  recoverAfter,
  recovery,
  replyAfterCancel,
  schemaDrift,
  slow,
  suite,
  truncated,
  wedged
} from "passhat"
import { replayRun } from "../../src/engine/agentLoop/replayRun.ts"
import { judge } from "../../src/engine/judge/judge.ts"
import { structured } from "../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../src/engine/run/perform.ts"
import { compiledOf } from "../../test/suites.ts"
import { weather } from "../../test/types/servers.ts"
import { expectedOf, type FaultSpec, type GateSpec, type Schedule, verdictOf } from "./reference.ts"

const made: Readonly<Record<string, (spec: FaultSpec) => FaultKind>> = {
  hang: () => hang,
  wedged: () => wedged,
  recover_after: ({ calls }) => recoverAfter(calls),
  slow: ({ delay }) => slow(delay),
  reply_after_cancel: ({ delay }) => replyAfterCancel(delay),
  error: () => error("boom"),
  rate_limited: () => rateLimited("2 seconds"),
  denied: () => denied,
  disconnect: () => disconnect,
  misleading: () => misleading("All is well."),
  malformed: () => malformed,
  truncated: () => truncated,
  schema_drift: () => schemaDrift
}

const tools = ["get_weather", "get_forecast"] as const
const HOUR = 3_600_000

/** Every kind on every target, and those with a delay at and around the budget; the call after it is healthy. */
export const matrix: ReadonlyArray<Schedule> = Object.keys(made).flatMap((kind) =>
  [{ tool: tools[0] }, { tool: tools[0], any: true }, { tool: undefined }].flatMap((target) =>
    (["slow", "reply_after_cancel"].includes(kind) ? [-1, 0, 1] : [0]).map((beside) => ({
      budget: 3_000,
      faults: [{ name: "broken", kind, delay: 3_000 + beside, calls: 1, any: false, onCall: 1, ...target }],
      turns: [[tools[0]], [tools[0]]]
    }))
  )
)

export const schedules: fc.Arbitrary<Schedule> = fc
  .oneof(fc.integer({ min: 2, max: 10_000 }), fc.integer({ min: HOUR, max: 100 * HOUR }))
  .chain((budget) =>
    fc.record({
      budget: fc.constant(budget),
      faults: fc
        .array(
          fc.record({
            kind: fc.constantFrom(...Object.keys(made)),
            delay: fc.oneof(fc.constantFrom(budget - 1, budget, budget + 1), fc.integer({ min: 1, max: 2 * budget })),
            calls: fc.integer({ min: 1, max: 3 }),
            tool: fc.constantFrom(...tools, undefined),
            any: fc.boolean(),
            onCall: fc.constantFrom(undefined, 1, 2, 3)
          }),
          { minLength: 1, maxLength: 3 }
        )
        .map((all) => all.map((one, at) => ({ ...one, name: `fault-${at}` }))),
      turns: fc.array(fc.array(fc.constantFrom(...tools), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4
      })
    })
  )

const gatesFor = (budget: number): ReadonlyArray<GateSpec> => [
  { maxDetection: budget },
  { maxDetection: Math.max(1, budget - 1) },
  { maxDetection: budget, maxRecovery: budget },
  { maxDetection: budget, cleanStop: true }
]

/** The agent of a schedule, with its gates. */
const agentOf = ({ budget, faults: specs, turns }: Schedule) => {
  const all = specs.map((spec) => {
    const named = spec.any ? anyServer(spec.tool ?? "") : weather.tools[spec.tool as (typeof tools)[number]]
    const on = spec.tool === undefined ? weather : named
    const options = spec.onCall === undefined ? {} : { onCall: spec.onCall }
    return fault(spec.name, on as typeof weather, made[spec.kind]!(spec), options)
  })
  const base = agent("asks", {
    model: "claude-m",
    servers: [weather],
    prompt: "p",
    callTimeout: budget,
    maxTurns: turns.length + 1
  }).pipe(faults(...all))
  return gatesFor(budget).reduce(
    (one, { cleanStop, maxDetection, maxRecovery }) =>
      one.pipe(
        recovery({
          from: all[0]!,
          maxDetection,
          ...(maxRecovery !== undefined && { maxRecovery }),
          ...(cleanStop === true && { accept: "clean stop" as const })
        }) as never
      ),
    base
  )
}

const sunny = () => structured({ celsius: 21 })

/** Tools that are functions, for schedules that need no transport. */
export const scripted = ScriptedTools.layer({ weather: { get_weather: sunny, get_forecast: sunny } })

/** The id of the cell of every schedule. */
export const CELL = "s/asks/claude-m"

/** What is not as the reference says, each with the schedule; and how long the run took in virtual time. */
export const tryVirtual = Effect.fnUntraced(function* (schedule: Schedule) {
  const { definitions, plan } = compiledOf(suite("s", agentOf(schedule) as never))
  const cell = plan.cells[0]!
  const script = [
    ...schedule.turns.map((names) => ({
      calls: names.map((name) => ({ server: "weather", name, args: { city: "Davis" } }))
    })),
    { text: "Done." }
  ]
  const { run } = yield* Effect.provide(
    perform(cell, 1),
    ScriptedModel.layer(() => ({ turns: script }))
  )
  const offence = (what: string): string => `${what}; the schedule: ${JSON.stringify(schedule)}`
  const result = replayRun(cell, run, "f")
  if (!("trace" in result))
    return { virtual_ms: 0, offences: [offence(`The run has no trace: ${result.issue.message}`)] }
  const { trace } = result
  const { failed, marks, total } = expectedOf(schedule)
  const judged = judge({ plan, definitions, results: [{ cell: cell.id, runs: [result], issues: [] }] })
  const compared: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ["The marks", trace.faults, marks],
    ["The virtual time", trace.clock.virtual_ms, total],
    ["The failed calls", trace.tool_results.map(({ is_error }) => is_error), failed],
    [
      "The verdicts of four recovery gates",
      judged.cells[0]?.gates.map(({ verdict }) => verdict),
      gatesFor(schedule.budget).map((spec) => verdictOf(schedule, spec))
    ]
  ]
  return {
    virtual_ms: trace.clock.virtual_ms,
    offences: compared.flatMap(([what, seen, promised]) =>
      isDeepStrictEqual(seen, promised)
        ? []
        : [offence(`${what}: promised ${JSON.stringify(promised)}, seen ${JSON.stringify(seen)}`)]
    )
  }
})

/** Counts the real timers that are armed meanwhile. The run's own limit is one: it guards against what is not virtual. */
export const armedDuring = async <A>(limit: number, use: () => Promise<A>) => {
  const armed: Array<unknown> = []
  const real = globalThis.setTimeout
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    if (args[1] !== limit) armed.push(args[1])
    return real(...args)
  }) as typeof setTimeout
  const value = await use()
  globalThis.setTimeout = real
  return { value, armed }
}
