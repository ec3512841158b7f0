/**
 * `during`: gates on a part of a conversation, from one message of the user to the next.
 *
 * A run that ended before the part has no verdict, whatever the gate would make of a part without calls.
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import type { AlignedStep } from "../../base/domain/verdict/Analysis.ts"
import {
  type AnyDefinition,
  type CellDefinition,
  type DigestDefinition,
  digested,
  type RunDefinition
} from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { type Fact, type HasTurn, hasTurn } from "../dsl/facts.ts"
import { type Gate, type GateNode, gateFrom, join, LOOKS_AT_OUTCOMES, nodesOf } from "../dsl/gate.ts"
import { conversationPart, type ConversationPart } from "../metrics/conversationPart.ts"
import { number } from "../../base/std/kinds.ts"
import type { Held } from "./always.ts"

/**
 * Holds gates to the part of a conversation that begins with the `n`th message of the user: 1 is the prompt, 2 the first message of
 * `turns`. Takes gates that look at runs and decide.
 *
 * ```ts
 * asks.pipe(
 *   turns("And in Paris?"),
 *   during(2, trajectory("superset", call(weather.tools.get_weather, subset({ city: "Paris" }))))
 * )
 * ```
 */
export const during = <const N extends number, const Gates extends readonly [Gate<Fact>, ...ReadonlyArray<Gate<Fact>>]>(
  n: N,
  ...gates: Gates & Held<Gates>
): Gate<Gates[number]["~need"] | HasTurn<N>> => {
  const nodes = nodesOf("during", gates)
  const outcomes = nodes.filter(({ definition }) => definition.scope === "outcomes")
  const flaws = [
    ...number(n, "its first argument"),
    ...outcomes.map(({ definition: { name } }) => `it needs ${LOOKS_AT_OUTCOMES}: ${name} looks at outcomes`)
  ]
  return gateFrom("during", flaws, () => join(nodes.map((node) => inPart(node, n))))
}

const inPart = ({ definition, ...node }: GateNode, n: number): GateNode => ({
  ...node,
  definition:
    definition.scope === "run" ? runPart(definition, n) : cellPart(definition as CellDefinition<any, any, any>, n),
  needs: [...node.needs, hasTurn(n)]
})

const runPart = (own: RunDefinition<any, any>, n: number): RunDefinition<any, any> => {
  const { align, describe, explain } = own
  return {
    ...named(own, n),
    measure: (trace, spec, means) => {
      const part = conversationPart(trace, n)
      return part === undefined ? unreached : own.measure(part.trace, spec, means)
    },
    ...(align !== undefined && {
      align: (trace, spec, means) => {
        const part = conversationPart(trace, n)
        if (part === undefined) return { expected: [], steps: [] }
        const { expected, steps } = align(part.trace, spec, means)
        return { expected, steps: steps.map((step) => movedStep(step, part.begins)) }
      }
    }),
    explain: (trace, spec, report, means) => {
      const part = conversationPart(trace, n)
      if (part === undefined) return endedBefore(own, n)
      return movedFindings(explain?.(part.trace, spec, report, means) ?? {}, () => part.begins)
    },
    ...(describe !== undefined && {
      describe: (report, spec, trace) => {
        const part = conversationPart(trace, n)
        return part === undefined ? UNREACHED : describe(report, spec, part.trace)
      }
    })
  }
}

/** What is kept of a run: the gate's own digest of the part, and where the part begins; null if the run has no such part. */
type Kept = { readonly digest: unknown; readonly begins: ConversationPart["begins"] } | null

const cellPart = (own: CellDefinition<any, any, any>, n: number): AnyDefinition => {
  const { describe, digest = (trace: Trace): unknown => trace, explain } = own
  const definition: DigestDefinition<any, any, Kept> = {
    ...(named(own, n) as object as DigestDefinition<any, any, Kept>),
    digest: (trace, spec, run) => {
      const part = conversationPart(trace, n)
      return part === undefined ? null : { digest: digest(part.trace, spec, run), begins: part.begins }
    },
    measure: (kept, spec, means) => {
      const digests = digestsOf(kept)
      return digests === undefined ? unreached : own.measure(digests, spec, means)
    },
    explain: (kept, spec, report, means) => {
      const digests = digestsOf(kept)
      if (digests === undefined) return endedBefore(own, n, kept.indexOf(null) + 1)
      return movedFindings(explain?.(digests, spec, report, means) ?? {}, (run = 1) => kept[run - 1]?.begins)
    },
    ...(describe !== undefined && {
      describe: (report, spec, kept) => {
        const digests = digestsOf(kept)
        return digests === undefined ? UNREACHED : describe(report, spec, digests)
      }
    })
  }
  return digested(definition)
}

/** Undefined if a run lacks the part. */
const digestsOf = (kept: NonEmptyReadonlyArray<Kept>): NonEmptyReadonlyArray<unknown> | undefined =>
  kept.every((one) => one !== null) ? (kept.map((one) => one?.digest) as [unknown, ...Array<unknown>]) : undefined

/** No target of it is defined. */
const unreached: { readonly [target: string]: undefined } = {}
const UNREACHED = "not reached"

const named = <One extends AnyDefinition>(own: One, n: number): One => ({
  ...own,
  title: `${own.title ?? own.name} during(${n})`,
  prefix: `during(${n}).${own.prefix ?? `${own.name}.`}`,
  absent: (target: string, report: unknown) =>
    report === unreached ? "none" : (own.absent?.(target, report) ?? "none")
})

type Findings = { readonly [target: string]: ReadonlyArray<Finding> | undefined }

const endedBefore = ({ targets }: AnyDefinition, n: number, run?: number): Findings => {
  const reason = `the run has no answer to message ${n} of its user, or the turns of its calls are not known`
  const finding: Finding = { ...(run !== undefined && { run }), reason }
  return Object.fromEntries(Object.keys(targets).map((target) => [target, [finding]]))
}

/** A gate counts in the lists of the part, and its reader in those of the run. */
const movedFindings = (
  findings: Findings,
  beginsOf: (run: number | undefined) => ConversationPart["begins"] | undefined
): Findings =>
  Object.fromEntries(
    Object.entries(findings).map(([target, found]) => [
      target,
      found?.map((one) => (one.path === undefined ? one : { ...one, path: movedPath(one.path, beginsOf(one.run)) }))
    ])
  )

const movedPath = (path: string, begins: ConversationPart["begins"] | undefined): string =>
  begins === undefined
    ? path
    : path.replace(
        /^(tool_calls|tool_results|conversation\.turns)\[(\d+)\]/,
        (_, list: keyof ConversationPart["begins"], at) => {
          return `${list}[${begins[list] + Number(at)}]`
        }
      )

const movedStep = (step: AlignedStep, { tool_calls }: ConversationPart["begins"]): AlignedStep =>
  step.recorded === undefined ? step : { ...step, recorded: step.recorded + tool_calls }
