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
  const agreed = stated.map(({ facts }) => facts).filter((facts) => facts.length > 0)
  const failing =
    agreed.length > 0
      ? agreed.find((facts) => facts.every(({ failed }) => failed))?.[0]?.call
      : tools.every(({ failed }) => failed)
        ? tools[0]?.calls[0]
        : undefined
  return {
    mismatches: stated.flatMap(({ facts, statement }) => (facts.length > 0 ? [] : mismatch(statement, tools))),
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

/** A title is no value of an argument that takes an id. */
const isIdentifier = (path: string): boolean => /(id|key|number|ref|uuid)[\]"\d[]*$/i.test(path)

/** Another value of the same shape, for the same argument: one or none. */
const mismatch = (
  { loose, names, token, value }: Statement,
  tools: ReadonlyArray<RecordedTool>
): ReadonlyArray<Mismatch> => {
  for (const tool of tools) {
    for (const name of names) {
      const [recorded] = tool.facts(name, value.shape).values()
      const isOther = value.shape === "text" && !loose && isIdentifier(recorded?.path() ?? "")
      if (recorded !== undefined && !isOther)
        return [{ stated: token, recorded, tool, identity: !loose && value.shape !== "text" }]
    }
  }
  return []
}
