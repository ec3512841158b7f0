/**
 * Rate limits and budgets: how often a provider is asked again, what is spent, and what happens if many runs ask at once.
 */
import * as fc from "fast-check"
import type { Soak } from "../Soak.ts"
import { spendings, trySpending } from "./budgets.ts"
import { errorTrials } from "./errors.ts"
import { tryStampede } from "./stampede.ts"

const BUDGETS = { short: 40, long: 1_000 }
/** Requests and the milliseconds in which a provider answers so many. */
const RATES = {
  short: [[4, 100]],
  long: [
    [5, 1_000],
    [4, 100],
    [50, 1_000]
  ]
} as const

export const soak: Soak = {
  name: "rates",
  promise:
    "A provider is asked again as often and after such waits as the table says, whatever its error and whatever wait it asks for, in a stream too; a budget is overrun by at most one call of each run under way, and a budget of 0 by none; of 64 runs that ask at once none is given up for a rate limit.",
  trials: "errors, budgets and crowds",
  sabotages: [
    {
      name: "unclampedWait",
      breaks: "a provider may ask for a wait of any length",
      file: "src/edges/providers/wire/retry.ts",
      find: "Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, wanted) * (1 + jitter))",
      put: "Math.max(SHORTEST_WAIT_MS, wanted) * (1 + jitter)"
    },
    {
      name: "noWait",
      breaks: "a provider that asks for no wait is asked again at once",
      file: "src/edges/providers/wire/retry.ts",
      find: "Math.max(SHORTEST_WAIT_MS, wanted)",
      put: "Math.max(0, wanted)"
    },
    {
      name: "oneMoreAttempt",
      breaks: "a provider is asked six times",
      file: "src/edges/providers/wire/retry.ts",
      find: "attempts === ATTEMPTS",
      put: "attempts > ATTEMPTS"
    },
    {
      name: "overloadInStream",
      breaks: "an overload that is told within a stream is final",
      file: "src/edges/providers/wire/Failure.ts",
      find: '  "overloaded_error",\n',
      put: ""
    },
    {
      name: "stampede",
      breaks: "runs do not share what a provider allows",
      file: "src/engine/layers/live/model.ts",
      find: "retry(limited(sharedLimits(request.cell, answer)), answered)",
      put: "retry(sharedLimits(request.cell, answer))"
    },
    {
      name: "zeroIsUnlimited",
      breaks: "a budget of 0 means no limit",
      file: "src/engine/layers/live/budget.ts",
      find: "let left = limit",
      put: "let left = limit || Infinity"
    },
    {
      name: "unreserved",
      breaks: "what an answer may take is not set aside before it is asked for",
      file: "src/engine/layers/live/budget.ts",
      find: "if (tokens > left)",
      put: "if (left < 0)"
    }
  ],
  run: async ({ long, say, seed }) => {
    const form = long ? "long" : "short"
    const offences: Array<string> = []
    const errors = errorTrials(long)
    for (const trial of errors) offences.push(...(await trial.offences()))
    say(`${errors.length} errors, ${offences.length} offences`)
    const budgets = fc.sample(spendings, { seed, numRuns: BUDGETS[form] })
    for (const spending of budgets) offences.push(...(await trySpending(spending)))
    say(`${budgets.length} budgets, ${offences.length} offences`)
    let refused = 0
    for (const [rate, windowMs] of RATES[form]) {
      const crowd = await tryStampede(rate, windowMs)
      offences.push(...crowd.offences)
      refused += crowd.refused
      say(`64 runs at ${rate} requests in ${windowMs} ms: ${crowd.refused} refused, ${crowd.seconds.toFixed(1)} s`)
    }
    return {
      tried: errors.length + budgets.length + RATES[form].length,
      offences,
      figures: {
        "errors with waits": errors.length,
        budgets: budgets.length,
        "crowds of 64 runs": RATES[form].length,
        "requests refused in crowds": refused
      }
    }
  }
}
