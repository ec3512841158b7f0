/**
 * Agents that never stop asking, under a budget: what they spend at a provider that counts it.
 */
import * as fc from "fast-check"
import { agent } from "passhat"
import { anthropic } from "../../test/standin/anthropic.ts"
import { type Reply, serve } from "../../test/standin/serve.ts"
import { weather } from "../../test/types/servers.ts"
import { performedAt } from "./performedAt.ts"

export interface Spending {
  readonly limit: number
  readonly maxTokens: number
  readonly input: number
  readonly output: number
  readonly slots: number
  readonly runs: number
}

export const spendings: fc.Arbitrary<Spending> = fc.integer({ min: 1, max: 500 }).chain((maxTokens) =>
  fc.record({
    maxTokens: fc.constant(maxTokens),
    limit: fc.oneof(
      fc.constantFrom(0, 1, maxTokens - 1, maxTokens, maxTokens + 1, 2 * maxTokens),
      fc.integer({ min: 0, max: 20 * maxTokens })
    ),
    input: fc.integer({ min: 0, max: 200 }),
    output: fc.integer({ min: Math.ceil(maxTokens / 4), max: maxTokens }),
    slots: fc.constantFrom(1, 2, 4, 8),
    runs: fc.integer({ min: 1, max: 8 })
  })
)

/** What is promised and not kept, a sentence each. */
export const trySpending = async (spending: Spending): Promise<ReadonlyArray<string>> => {
  const { input, limit, maxTokens, output, slots } = spending
  const server = await serve((asked) => runaway(asked.number, input, output))
  const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p", maxTokens, maxTurns: 100 })
  const results = await performedAt(server.url, one, { runs: spending.runs, slots, budget: limit })
  await server.close()
  const asked = server.requests.length
  const spent = asked * (input + output)
  const refusals = results.filter((result) => "issue" in result && result.issue.code === "BUDGET").length
  const offence = (what: string): string => `${what}; the budget: ${JSON.stringify(spending)}.`
  return [
    ...(limit < maxTokens && asked > 0 ? [offence(`The model was asked ${asked} times, promised was never`)] : []),
    ...(limit >= maxTokens && asked === 0 ? [offence("The model was never asked, though an answer fits")] : []),
    ...(spent - limit > slots * (input + output) ? [offence(`${spent} tokens were spent`)] : []),
    ...(refusals === spending.runs
      ? []
      : [offence(`${refusals} of ${spending.runs} runs say that the budget ended them`)])
  ]
}

/** Always one more call. */
const runaway = (number: number, input: number, output: number): Reply => {
  const turn = {
    id: `r1_t${number}`,
    model: "claude-m",
    text: "",
    calls: [{ id: `toolu_r1_t${number}_1`, name: "weather__get_weather", args: { city: "Davis" } }],
    stop_reason: "tool_use",
    usage: { input, output }
  }
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    chunks: [JSON.stringify(anthropic.whole(turn))]
  }
}
