/**
 * Agents that are written with Mastra, on a mock model of the AI SDK. They are the same for both versions: `generate` is what each of them
 * writes in its own way. This file loads neither, since each has its own folder of packages.
 */
import type { AdapterSession, mastra as adapter, MastraResult, MastraStep } from "passhat/adapters/mastra"
import { tell, type Told, type ToldResult } from "../told.ts"
import type { ScriptedAnswer } from "./script.ts"

export type Script = ReadonlyArray<ScriptedAnswer | Error>

/** Runs an agent with the tools of the session and the own tools `note` and `wait`. */
export type Generate = (
  session: AdapterSession<MastraStep>,
  script: Script,
  maxSteps: number,
  hear: Hearing
) => Promise<MastraResult>

/** What is heard of a run while it goes on. */
export interface Hearing {
  readonly onStepFinish: (step: MastraStep) => void
  /** What the own tools gave, or threw. */
  readonly onResult: (result: ToldResult) => void
}

const sources = ["*.ts"]
const look = (city: string) => ({ name: "passhat_weather__get_weather", args: { city } })
const note = (text: string) => ({ name: "note", args: { text } })

const looks: ScriptedAnswer = { text: "I look.", calls: [look("Sacramento"), note("looked")], tokens: [101, 21] }
const looksTwice: ScriptedAnswer = { calls: [look("Sacramento"), look("Sacramento"), note("bad")], tokens: [202, 12] }
const ends: ScriptedAnswer = { text: "It is clear.", tokens: [303, 7] }

export const agentsOf = (mastra: typeof adapter, generate: Generate) => {
  const generating = (name: string, script: Script, maxSteps = 5) =>
    mastra(name, { sources }, async (session) => {
      const steps: Array<HeardStep> = []
      const ownResults: Array<ToldResult> = []
      const onStepFinish = (step: MastraStep) => {
        steps.push(step as HeardStep)
        session.onStep(step)
      }
      const onResult = (one: ToldResult) => void ownResults.push(one)
      const result = await generate(session, script, maxSteps, { onStepFinish, onResult })
      tell(`${name}-${session.run}`, toldIn(steps, ownResults, result as MastraResult & Whole))
      return result
    })
  const hanging = mastra("hanging", { sources }, (session) =>
    generate(session, [{ calls: [{ name: "wait", args: {} }], tokens: [1, 1] }, ends], 5, {
      onStepFinish: session.onStep,
      onResult: ({ text }) => tell(`hangs-${session.run}`, text)
    })
  )
  return {
    generating: generating("generating", [looks, looksTwice, ends]),
    limited: generating("limited", [looks, looksTwice, ends], 2),
    unmeasured: generating("unmeasured", [looks, { calls: [look("Sacramento")] }, ends]),
    failing: generating("failing", [looks, new Error("The model is gone")]),
    hanging,
    forgetful: mastra("forgetful", { sources }, async () => undefined as never),
    mistaken: mastra("mistaken", { sources }, async () => ({ text: "It is clear." }) as never)
  }
}

/** What Mastra tells its hook of finished steps. */
interface HeardStep extends MastraStep {
  readonly toolCalls: ReadonlyArray<{ readonly payload: { readonly toolName: string; readonly args?: unknown } }>
}

/** What Mastra tells of the whole. */
interface Whole {
  readonly finishReason: string
  readonly totalUsage: { readonly inputTokens?: number; readonly outputTokens?: number }
}

const toldIn = (
  steps: ReadonlyArray<HeardStep>,
  ownResults: ReadonlyArray<ToldResult>,
  { finishReason, totalUsage }: Whole
): Told => ({
  answers: steps.map(({ text, toolCalls }) => ({
    text,
    calls: toolCalls.map(({ payload: { args, toolName } }) => ({ name: toolName, args }))
  })),
  ownResults,
  usage: { input: totalUsage.inputTokens ?? Number.NaN, output: totalUsage.outputTokens ?? Number.NaN },
  stop: finishReason
})
