/**
 * Asks a model of the live layer at an address on the loopback interface, on a clock that skips every wait and records it.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { ModelAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell, Provider } from "../../../src/base/domain/plan/Plan.ts"
import type { OfferedTool } from "../../../src/base/domain/plan/Tool.ts"
import { layer } from "../../../src/engine/layers/live/model.ts"
import type { Infrastructure } from "../../../src/engine/services/Infrastructure.ts"
import { type Message, Model } from "../../../src/engine/services/Model.ts"
import { cell as planned } from "../../cells.ts"

export const kinds = ["anthropic", "openai", "openai_compatible"] as const
export type Kind = (typeof kinds)[number]

export interface Question {
  readonly kind: Kind
  readonly url: string
  readonly stream?: boolean
  readonly messages?: ReadonlyArray<Message>
  readonly tools?: ReadonlyArray<OfferedTool>
  readonly behaviour?: Partial<Cell["behaviour"]>
  readonly key?: string
}

export interface Asked {
  readonly answer: Result.Result<ModelAnswer, Infrastructure>
  /** Every wait, in milliseconds. */
  readonly waits: ReadonlyArray<number>
}

export const ask = async (question: Question): Promise<Asked> => {
  const { clock, waits } = jumpingClock()
  const answer = await Effect.runPromise(
    Effect.result(askModel(question)).pipe(Effect.provideService(Clock.Clock, clock), Random.withSeed("passhat"))
  )
  return { answer, waits }
}

/** The answer; a failure fails the test. */
export const answerTo = async (question: Question): Promise<ModelAnswer> =>
  Result.getOrThrowWith((await ask(question)).answer, (why) => new Error(why.message))

/** The reason why there is no answer; an answer fails the test. */
export const failureOf = async (question: Question): Promise<Infrastructure> =>
  Result.getOrThrowWith(Result.flip((await ask(question)).answer), (answer) => new Error(JSON.stringify(answer)))

export const askModel = ({
  kind,
  url,
  stream,
  messages,
  tools = [],
  behaviour,
  key = "sk-test-0123456789"
}: Question) =>
  Model.use((model) =>
    model.ask({ cell: cellOf(kind, url, behaviour), run: 2, messages: messages ?? [hello], tools })
  ).pipe(Effect.provide(layer(environmentOf(url, key), stream === undefined ? {} : { stream })))

export const hello: Message = { role: "user", text: "How warm is it?" }

export const environmentOf = (url: string, key: string) => ({
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_BASE_URL: url,
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: `${url}/v1`,
  LOCAL_KEY: key
})

const models: Readonly<Record<Kind, string>> = {
  anthropic: "claude-sonnet-4-5",
  openai: "gpt-5.2",
  openai_compatible: "llama-4"
}

export const cellOf = (kind: Kind, url: string, behaviour: Question["behaviour"] = {}): Cell => {
  const base = planned()
  const provider: Provider = kind === "openai_compatible" ? local(url) : { kind }
  const model = behaviour.model ?? models[kind]
  return { ...base, model, provider, behaviour: { ...base.behaviour, ...behaviour, model } }
}

const local = (url: string): Provider => ({
  kind: "openai_compatible",
  base_url: `${url}/v1`,
  api_key_env: "LOCAL_KEY"
})

/** When the clock starts: Sun, 15 Nov 2026 08:00:00 GMT. */
export const START = Date.UTC(2026, 10, 15, 8)

const jumpingClock = () => {
  const waits: Array<number> = []
  let now = START
  const nanos = () => BigInt(now) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.sync(() => {
        waits.push(Duration.toMillis(duration))
        now += Duration.toMillis(duration)
      })
  }
  return { clock, waits }
}
