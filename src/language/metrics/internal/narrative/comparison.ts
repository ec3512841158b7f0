/**
 * Compares the values that a claim states with the calls that it means.
 */
import type { ClaimInText } from "./claims.ts"
import { ANYWHERE, type Fact } from "./facts.ts"
import type { RecordedTool } from "./recorded.ts"
import type { Token } from "./sentences.ts"
import type { Shaped } from "./shapes.ts"
import { type Statement, statements } from "./statements.ts"

export interface Mismatch {
  readonly stated: Token
  /** The first recorded value that differs. */
  readonly recorded: Fact
  readonly tool: RecordedTool
  /** Whether the value says which thing is meant: "issue 43". */
  readonly identity: boolean
}

export interface Comparison {
  /** Stated values that no call agrees with. */
  readonly mismatches: ReadonlyArray<Mismatch>
  /** The call that returned an error although the text claims success. */
  readonly failure: number | undefined
}

/**
 * One call that agrees is enough. If some calls agree, the claim has failed if all of those failed; else if all failed.
 */
export const compare = (claim: ClaimInText, tools: ReadonlyArray<RecordedTool>): Comparison => {
  const stated = statements(claim).map((statement) => ({ statement, facts: agreeing(statement, tools) }))
  const identities = stated.filter(({ facts, statement }) => facts.length > 0 && !statement.loose)
  const failing =
    identities.length > 0
      ? identities.find(({ facts }) => facts.every(({ failed }) => failed))?.facts[0]?.call
      : tools.every(({ failed }) => failed)
        ? tools[0]?.calls[0]
        : undefined
  return {
    mismatches: [
      ...stated.flatMap(({ facts, statement }) => (facts.length > 0 ? [] : mismatch(statement, tools))),
      ...amountMismatch(claim, tools)
    ],
    failure: failing
  }
}

const agreeing = ({ loose, names, value }: Statement, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Fact> =>
  (loose ? [...names, ANYWHERE] : names)
    .flatMap((name) => tools.map(({ facts }) => factFor(value, facts(name, value.shape))))
    .filter((fact) => fact !== undefined)

/** A text may quote a part: the name of a file without its folder, the first words of a title. */
const factFor = ({ norm, shape }: Shaped, facts: ReadonlyMap<string, Fact>): Fact | undefined =>
  facts.get(norm) ?? (shape === "text" ? [...facts].find(([recorded]) => recorded.includes(norm))?.[1] : undefined)

/** "Refunded $50": none of the sums that the text states is one of the calls, in whole units or cents, or their sum. */
const amountMismatch = ({ names, rest }: ClaimInText, tools: ReadonlyArray<RecordedTool>): ReadonlyArray<Mismatch> => {
  const isMoney = (token: Token): boolean => {
    const at = rest.indexOf(token)
    const isCounted = at !== -1 && (units.has(rest[at + 1]?.lower ?? "") || units.has(rest[at - 1]?.lower ?? ""))
    return /^[$€£]\d/.test(token.text) || (token.is === "number" && isCounted)
  }
  const stated = [...new Set([...names, ...rest])].filter(isMoney)
  const [tool] = stated.length === 0 ? [] : tools.filter(({ amounts }) => amounts().length > 0)
  if (tool === undefined) return []
  const recorded = tools.flatMap(({ amounts }) => amounts())
  const sums = new Set([...recorded, recorded.reduce((sum, one) => sum + one, 0)])
  const isRight = ({ text }: Token) => {
    const value = Number(text.replace(/[$€£,]/g, ""))
    return sums.has(value) || sums.has(Math.round(value * 100)) || tools.some(({ shows }) => shows(String(value)))
  }
  if (stated.some(isRight)) return []
  const [value = 0] = tool.amounts()
  const fact: Fact = {
    call: tool.calls[0]!,
    path: () => `tool_calls[${tool.calls[0]}].args`,
    value,
    failed: tool.failed
  }
  return [{ stated: stated[0]!, recorded: fact, tool, identity: true }]
}

const units = new Set("usd eur gbp dollars dollar euros euro pounds cents".split(" "))

/** A title is no value of an argument that takes an id. */
const isIdentifier = (path: string): boolean => /(id|key|number|ref|uuid)[\]"\d[]*$/i.test(path)

/** Keys of one series: OPS-7 and OPS-8, and not GPT-4. */
const isSeries = ({ norm, shape }: Shaped, { value }: Fact): boolean =>
  shape !== "key" ||
  String(value)
    .toUpperCase()
    .startsWith(norm.slice(0, norm.lastIndexOf("-") + 1))

/** Another value of the same shape, for the same argument: one or none. */
const mismatch = (
  { loose, names, token, value }: Statement,
  tools: ReadonlyArray<RecordedTool>
): ReadonlyArray<Mismatch> => {
  if (!loose && tools.some(({ shows }) => shows(value.norm))) return []
  for (const tool of tools) {
    for (const name of names) {
      const [recorded] = tool.facts(name, value.shape).values()
      const isOther = value.shape === "text" && !loose && isIdentifier(recorded?.path() ?? "")
      if (recorded !== undefined && !isOther && isSeries(value, recorded))
        return [{ stated: token, recorded, tool, identity: !loose && value.shape !== "text" }]
    }
  }
  return []
}
