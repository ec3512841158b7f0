/**
 * What an adapter reports to its session of a value that a framework returned, without the framework.
 */
import assert from "node:assert/strict"
import type { Usage } from "../../../src/base/domain/recording/Cassette.ts"
import type { Final, Session, StepReport } from "../../../src/base/domain/recording/Driver.ts"
import type { Driver } from "../../../src/language/dsl/driver.ts"

export interface Reported {
  readonly steps: ReadonlyArray<StepReport>
  readonly usage: ReadonlyArray<Usage>
  /** One of the two. */
  readonly final?: Final
  readonly error?: { readonly message: string }
}

export const PROMPT = "How warm is it?"

/** The run's server has the tool `weather__get_weather`. */
export const reportedBy = async ({ drive }: Driver, signal = new AbortController().signal): Promise<Reported> => {
  const steps: Array<StepReport> = []
  const usage: Array<Usage> = []
  const unused = () => assert.fail("An adapter makes no calls.")
  const session: Session = {
    prompt: PROMPT,
    images: [],
    messages: [],
    memory: {},
    model: "m",
    run: 1,
    signal,
    tools: [{ server: "weather", name: "get_weather", input_schema: {} }],
    mcp: Promise.resolve({ url: "http://127.0.0.1:1/mcp", headers: {} }),
    modelProxy: { anthropic: Promise.resolve("http://127.0.0.1:1"), openai: Promise.resolve("http://127.0.0.1:1/v1") },
    call: unused,
    callEffect: unused,
    say: unused,
    step: (step) => void steps.push(step),
    usage: (tokens) => void usage.push(tokens)
  }
  const driving = drive?.(session) as Promise<Final>
  return driving.then(
    (final) => ({ steps, usage, final }),
    (error: { readonly message: string }) => ({ steps, usage, error })
  )
}

/** Nothing was made up: a final response is a text, and tokens of steps are the 10 and 2 that were given, or no count. */
export const assertReadable = ({ error, final, steps }: Reported): void => {
  if (error !== undefined) return assert.equal(typeof error.message, "string")
  assert.equal(typeof (typeof final === "string" ? final : final?.text), "string")
  for (const { calls, ownCalls = [], usage } of steps) {
    assert.ok(isCount(usage?.input) ? usage?.input === 10 : true)
    assert.ok(isCount(usage?.output) ? usage?.output === 2 : true)
    assert.equal(typeof calls, "number")
    assert.ok(ownCalls.every(({ name }) => typeof name === "string"))
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0
