/**
 * `judged`: what other models say of each run. It is shown and decides nothing.
 */
import { type DigestDefinition, digested } from "../../base/domain/verdict/Metric.ts"
import type { Needs } from "../dsl/facts.ts"
import { type AdvisoryGate, type Gate, gate, gateFrom, type GateNode, join } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atMost } from "../dsl/matchers.ts"
import { type ModelChoice, modelChoice } from "../dsl/model.ts"
import { describe, explain, measure, type Report, type RunVotes } from "../metrics/judged.ts"
import { anything, fields, kind, name, optional } from "../../base/std/kinds.ts"
import { shortenWords } from "../../base/std/wholeWords.ts"

/** One model, asked once or several times, or several models. The last alternative has no values: it names what is missing. */
export type JudgedOptions =
  | {
      readonly model: string | ModelChoice
      /** How often it is asked; default 1. */
      readonly jury?: number
    }
  | {
      readonly model?: never
      /** Each of them has one vote. */
      readonly jury: ReadonlyArray<string | ModelChoice>
    }
  | (Needs<"a model, or a jury of models"> & { readonly model?: never; readonly jury?: never })

/**
 * Asks a model whether a run meets a rubric, once the run has been recorded. The answer is kept in the recording, reports show it, and no
 * verdict depends on it.
 *
 * ```ts
 * asks.pipe(
 *   trajectory("superset", call(weather.tools.get_weather)),
 *   judged("Is the tone friendly?", { model: "claude-haiku-4-5", jury: 3 })
 * )
 * ```
 */
export const judged = (rubric: string, options: JudgedOptions): AdvisoryGate<never> =>
  gateFrom("judged", [...name(rubric, "its rubric"), ...optionFlaws(options)], () =>
    withOptions<{ readonly model?: unknown; readonly jury?: unknown }, Gate<never>>(
      options,
      names,
      join([juryNode(juryOf(options), { ...definition, ...titled(rubric) }, { rubric })])
    )
  ) as unknown as AdvisoryGate<never>

/** The longest jury. */
const MOST = 15

const jurySize = kind(
  `a whole number from 1 to ${MOST}, or a list of 1 to ${MOST} models`,
  (value) =>
    (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MOST) ||
    (Array.isArray(value) && value.length >= 1 && value.length <= MOST)
)

const optionsKind = fields({ model: optional(anything), jury: optional(jurySize) })

const optionFlaws = (options: JudgedOptions): ReadonlyArray<string> => {
  const flaws = optionsKind(options, "the second argument")
  return flaws.length === 0 && Array.isArray(options.jury) && options.model !== undefined
    ? ["it has a model and a jury of models: leave model out, or name it in the jury"]
    : flaws
}

const names: OptionNames<{ readonly model?: unknown; readonly jury?: unknown }> = { model: true, jury: true }

/** A choice without a name for what is missing: the plan refuses it. */
const juryOf = ({ jury = 1, model }: JudgedOptions): ReadonlyArray<ModelChoice> =>
  typeof jury === "number" ? Array.from({ length: jury }, () => modelChoice(model)) : jury.map(modelChoice)

/** The node of a gate that asks a jury: advisory, whatever it asks. */
export const juryNode = <Spec>(
  jury: ReadonlyArray<ModelChoice>,
  asking: JuryDefinition<Spec>,
  spec: Spec
): GateNode => ({ ...gate(digested(asking), spec).nodes[0]!, advisory: true, jury })

export type JuryDefinition<Spec> = DigestDefinition<Spec, Report, RunVotes>

/** What a gate that asks a jury has beside its name and its question. */
export const juryDefinition = {
  targets: {
    passed: "count",
    failed: "count",
    undecided: "count",
    agreement: "fraction",
    tokens: "tokens",
    votes: "value"
  },
  digest: (_trace, _spec, _run, votes): RunVotes => votes ?? null,
  measure,
  expect: { failed: atMost(0) },
  describe,
  explain
} as const satisfies Omit<JuryDefinition<unknown>, "name" | "question">

const definition: JuryDefinition<{ readonly rubric: string }> = {
  ...juryDefinition,
  name: "judged",
  question: (_trace, { rubric }) => rubric
}

const titled = (rubric: string) => ({ title: `judged ${JSON.stringify(shortenWords(rubric, 60))}` })
