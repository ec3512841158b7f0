/**
 * Many runs at once at a provider that answers few requests a second.
 */
import { agent } from "passhat"
import { status } from "../../test/standin/faults.ts"
import { startStandin } from "../../test/standin/standin.ts"
import { performedAt } from "./performedAt.ts"

const RUNS = 64
/** How often a run may be refused on average: at first all ask at once, then few do. */
const REFUSALS_PER_RUN = 3

const script = { turns: [{ text: "Warm.", usage: { input: 10, output: 2 } }] }

/** The provider answers `rate` requests in each window of so many milliseconds. */
export const tryStampede = async (rate: number, windowMs: number) => {
  const answered: Array<number> = []
  let refused = 0
  const standin = await startStandin({
    scripts: () => [script],
    faults: () => {
      const now = performance.now()
      while (answered[0] !== undefined && answered[0] <= now - windowMs) answered.shift()
      if (answered.length < rate) {
        answered.push(now)
        return undefined
      }
      refused++
      return status(429, { "retry-after-ms": String(windowMs) }, "rate_limit_error")
    }
  })
  const one = agent("asks", { model: "claude-m", servers: [], prompt: "p" })
  const began = performance.now()
  const results = await performedAt(standin.url, one, { runs: RUNS, slots: RUNS, budget: Infinity })
  const seconds = (performance.now() - began) / 1000
  await standin.close()
  const lost = results.flatMap((result) => ("issue" in result ? [result.issue.message] : []))
  const what = `${RUNS} runs at once, ${rate} requests in ${windowMs} ms`
  return {
    refused,
    seconds,
    offences: [
      ...(lost.length > 0 ? [`${what}: ${lost.length} runs were given up, the first with: ${lost[0]}`] : []),
      ...(refused > REFUSALS_PER_RUN * RUNS
        ? [`${what}: ${refused} requests were refused, promised are at most ${REFUSALS_PER_RUN * RUNS}.`]
        : [])
    ]
  }
}
