/**
 * Compares a claim with the recorded tools: which of them it means, and whether its stated values agree with the calls.
 */
import type { Claim, ClaimInText } from "./claims.ts"
import { parts } from "./parts.ts"
import { ANYWHERE, type Fact, factKey, type RecordedTool } from "./recorded.ts"
import type { Token } from "./sentences.ts"
import type { Shaped } from "./shapes.ts"
import { type Statement, statements } from "./statements.ts"
import { stem } from "./stem.ts"

/** A claim without a noun ("closed #43") means any tool with its verb. */
export const matches = ({ candidates, verb }: Claim, tokens: ReadonlySet<string>): boolean =>
  tokens.has(verb) &&
  (candidates.length === 0 || candidates.some((noun) => parts(noun).every((part) => tokens.has(stem(part)))))

export interface Comparison {
  /** Stated values that no call agrees with, each with the first recorded value that differs. */
  readonly mismatches: ReadonlyArray<{ readonly stated: Token; readonly recorded: Fact; readonly tool: RecordedTool }>
  /** The call that returned an error although the text claims success: one or none. */
  readonly failures: ReadonlyArray<number>
}

/**
 * One call that agrees is enough. If some calls agree, the claim has failed if all of those failed; else if all failed.
 */
export const compare = (claim: ClaimInText, tools: ReadonlyArray<RecordedTool>): Comparison => {
  const stated = statements(claim).map((statement) => ({ statement, facts: agreeing(statement, tools) }))
  const agreed = stated.map(({ facts }) => facts).filter((facts) => facts.length > 0)
  const failing = (agreed.length > 0 ? agreed : [tools]).filter((group) => group.every(({ failed }) => failed))
  return {
    mismatches: stated.flatMap(({ facts, statement }) => (facts.length > 0 ? [] : mismatch(statement, tools))),
    failures: failing.slice(0, 1).map(([first]) => first!.call)
  }
}

const agreeing = ({ loose, names, value }: Statement, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Fact> =>
  (loose ? [...names, ANYWHERE] : names)
    .flatMap((name) => tools.map(({ facts }) => factFor(value, facts.get(factKey(name, value.shape)) ?? new Map())))
    .filter((fact) => fact !== undefined)

/** A text may quote a part: the name of a file without its folder, the first words of a title. */
const factFor = ({ norm, shape }: Shaped, facts: ReadonlyMap<string, Fact>): Fact | undefined =>
  facts.get(norm) ?? (shape === "text" ? [...facts].find(([recorded]) => recorded.includes(norm))?.[1] : undefined)

/** Another value of the same shape, for the same argument: one or none. */
const mismatch = ({ names, token, value }: Statement, tools: ReadonlyArray<RecordedTool>): Comparison["mismatches"] => {
  for (const tool of tools) {
    for (const name of names) {
      const [recorded] = tool.facts.get(factKey(name, value.shape))?.values() ?? []
      if (recorded !== undefined) return [{ stated: token, recorded, tool }]
    }
  }
  return []
}
