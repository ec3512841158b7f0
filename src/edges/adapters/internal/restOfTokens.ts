/**
 * The tokens of a run that none of its steps has: those of other agents, such as agents that its tools ran.
 */
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import type { StepReport } from "../../../base/domain/recording/Driver.ts"
import { natural } from "../../../base/std/natural.ts"
import type { Reported } from "./adapter.ts"

/**
 * All tokens if no step has its own. Undefined if there are none, and if only those of some steps are known: frameworks count what
 * they do not know as zero.
 */
export const restOfTokens = ({ steps, usage }: Pick<Reported, "steps" | "usage">): Usage | undefined => {
  const total = counted(usage)
  const known = steps.flatMap((step) => (step.usage === undefined ? [] : [counted(step.usage)]))
  if (total === undefined || known.includes(undefined) || ![0, steps.length].includes(known.length)) return undefined
  const sum = (of: "input" | "output") => known.reduce((tokens, one) => tokens + (one?.[of] ?? 0), 0)
  return counted({ input: total.input - sum("input"), output: total.output - sum("output") })
}

/** Undefined unless both are whole numbers and not both zero. */
const counted = (usage: StepReport["usage"]): Pick<Usage, "input" | "output"> | undefined => {
  const [input, output] = [natural(usage?.input), natural(usage?.output)]
  return input === undefined || output === undefined || input + output === 0 ? undefined : { input, output }
}
