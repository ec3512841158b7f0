/**
 * Performs one run of a user's own agent against scripted tools, and replays what it recorded.
 */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Agent, suite } from "passhat"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import * as Command from "../../../src/engine/layers/live/command/commands.ts"
import { structured } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { type UserCode, UserCodes } from "../../../src/engine/services/Driver.ts"
import type { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { compiledOf } from "../../suites.ts"

const sunny = () => structured({ celsius: 21 })

/** Every tool of the weather server answers. */
export const sunnyTools = ScriptedTools.layer({ weather: { get_weather: sunny, get_forecast: sunny } })

const world = Layer.merge(
  ScriptedModel.layer(() => ({ turns: [] })),
  Command.layer(process.env)
)

/** Performs the run, with no clock or tools of its own unless given. */
export const performing = (one: Agent<never>, code: Partial<UserCode>, tools: Layer.Layer<ToolHub> = sunnyTools) =>
  perform(compiledOf(suite("s", one)).plan.cells[0]!, 1).pipe(
    Effect.provideService(UserCodes, () => ({ before: [], after: [], ...code })),
    Effect.provide(Layer.merge(world, tools)),
    Effect.map(({ run }) => run)
  )

/** The run as its replay gives it. */
export const replayed = (one: Agent<never>, run: RecordedRun): RunResult =>
  replayRun(compiledOf(suite("s", one)).plan.cells[0]!, JSON.parse(JSON.stringify(run)), "f")

export const resultOf = async (
  one: Agent<never>,
  code: Partial<UserCode>,
  tools?: Layer.Layer<ToolHub>
): Promise<RunResult> => replayed(one, await Effect.runPromise(performing(one, code, tools)))

export const traceOf = async (
  one: Agent<never>,
  code: Partial<UserCode>,
  tools?: Layer.Layer<ToolHub>
): Promise<Trace> => {
  const result = await resultOf(one, code, tools)
  return "trace" in result ? result.trace : assert.fail(result.issue.message)
}

/** The verdict on a run, with the issues of the run and the reasons of its findings. */
export const verdictOn = (one: Agent<never>, result: RunResult) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = plan.cells.map(({ id }) => ({ cell: id, runs: [result], issues: [] }))
  const cell = judge({ plan, definitions, results }).cells[0] ?? assert.fail("there is a cell")
  const reasons = [...cell.runs, ...cell.gates].flatMap(({ checks }) =>
    checks.flatMap(({ evidence }) => evidence.findings.map(({ reason }) => reason))
  )
  return { verdict: cell.verdict, issues: cell.runs.flatMap(({ issues }) => issues), reasons: reasons.join("\n") }
}
