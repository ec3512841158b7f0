/**
 * Compares a trace with what the framework itself told of the run.
 */
import assert from "node:assert/strict"
import { OWN_SERVER } from "../../src/base/domain/recording/Driver.ts"
import { stopReason } from "../../src/base/domain/trace/stopReason.ts"
import type { ToolCall, Trace } from "../../src/base/domain/trace/Trace.ts"
import type { Told } from "./told.ts"

export interface Comparison {
  /** The name under which the framework has a tool of a server. */
  readonly nameOf: (served: string) => string
  /** Whether the final response is the text of the last answer of the model. */
  readonly isFinalAnswer?: boolean
}

export const assertAsTold = (trace: Trace, told: Told, { isFinalAnswer = true, nameOf }: Comparison): void => {
  const { answers, ownResults, stop, usage } = told
  assert.ok(answers.length > 1, "The framework tells of several answers.")
  const said = trace.conversation.turns.filter(({ role }) => role === "assistant").map(({ content }) => content)
  const texts = answers.map(({ text }) => text)
  assert.deepEqual(isFinalAnswer ? said : said.slice(0, -1), texts)
  if (isFinalAnswer) assert.equal(trace.final_response, texts.at(-1))
  assert.deepEqual(trace.conversation.tokens, { ...usage, total: usage.input + usage.output })
  const nameOfCall = ({ name, server }: ToolCall) => (server === OWN_SERVER ? name : nameOf(`${server}__${name}`))
  for (const [at, { calls }] of answers.entries()) {
    const made = trace.tool_calls.filter(({ turn }) => turn === at + 1)
    assert.deepEqual(sorted(made.map((one) => ({ name: nameOfCall(one), args: one.args }))), sorted(calls))
  }
  assert.equal(trace.tool_calls.length, answers.flatMap(({ calls }) => calls).length)
  assert.ok(trace.tool_calls.some(({ server }) => server !== OWN_SERVER))
  assert.deepEqual(ownResultsOf(trace), ownResults)
  assert.equal(trace.stop_reason, stopReason(stop))
}

/** As the framework has them: a text, and whether it is an error. */
const ownResultsOf = ({ tool_calls, tool_results }: Trace) =>
  tool_calls
    .filter(({ server }) => server === OWN_SERVER)
    .flatMap(({ id, name }) =>
      tool_results
        .filter(({ call_id }) => call_id === id)
        .map(({ content, is_error }) => {
          const [block] = content as ReadonlyArray<{ readonly text: string }>
          return { name, text: block?.text ?? "", isError: is_error }
        })
    )

/** Calls of one answer may be made at the same time: their order says nothing. */
const sorted = (calls: ReadonlyArray<{ readonly name: string; readonly args: unknown }>): ReadonlyArray<string> =>
  calls.map(({ args, name }) => `${name} ${JSON.stringify(args)}`).toSorted()
