/**
 * What a recording shows, judged by its raw text alone: the facts that the suite asks for, read without any code of passhat.
 */
import type { Json } from "../../src/base/domain/Json.ts"
import type { SeedRecording } from "./recordings.ts"
import { strictJson } from "./strictJson.ts"
import { CITY, MOST_TOKENS, RUNS, WORD } from "./suite.ts"

/** Why a file must not pass for the cell; undefined if what is in it may. */
export const whyRed = (bytes: Uint8Array, { header }: SeedRecording): string | undefined => {
  const text = textOf(bytes)
  if (text === undefined) return "it is not UTF-8"
  if (!text.endsWith("\n")) return "its last line does not end"
  const lines = text.slice(0, -1).split("\n").map(strictJson)
  if (lines.includes(undefined)) return `line ${lines.indexOf(undefined) + 1} is not strict JSON`
  const [first, ...runs] = lines as ReadonlyArray<Json>
  for (const path of ["format", "agent", "model", "fingerprint.sha256"]) {
    if (at(first, path) !== at(header as unknown as Json, path)) return `its header has another ${path}`
  }
  const indices = runs.map((run) => at(run, "index"))
  if (new Set(indices).size < indices.length) return "a run is there twice"
  for (let index = 1; index <= RUNS; index++) {
    const run = runs[indices.indexOf(index)]
    const why = run === undefined ? "it is missing" : whyRunIsRed(run, header.model === "own")
    if (why !== undefined) return `run ${index}: ${why}`
  }
  return undefined
}

const whyRunIsRed = (run: Json, isDriven: boolean): string | undefined => {
  if (at(run, "outcome.status") !== "completed") return "it did not complete"
  return isDriven ? whyTraceIsRed(at(run, "trace")) : whyExchangesAreRed(list(at(run, "exchanges")))
}

const whyTraceIsRed = (trace: Json | undefined): string | undefined => {
  if (trace === undefined) return "it has no trace"
  if (at(trace, "error") !== undefined) return "the agent ended with an error"
  return whyRedOf({
    calls: list(at(trace, "tool_calls")),
    firstError: at(trace, "tool_results.0.is_error"),
    tokens: at(trace, "conversation.tokens.total"),
    says: at(trace, "final_response")
  })
}

const whyExchangesAreRed = (exchanges: ReadonlyArray<Json>): string | undefined => {
  const answers = exchanges.filter((one) => at(one, "kind") === "model").map((one) => at(one, "answer"))
  const made = exchanges.filter((one) => at(one, "kind") === "tool")
  const ran = answers.flatMap((answer) => list(at(answer, "ran.results")))
  const used = answers.flatMap((answer) => [at(answer, "usage.input"), at(answer, "usage.output")])
  return whyRedOf({
    calls: [
      ...answers.flatMap((answer) => [...list(at(answer, "calls")), ...list(at(answer, "ran.calls"))]),
      ...made.map((one) => at(one, "call") ?? null)
    ],
    firstError: at(ran[0], "is_error") ?? at(made[0], "answer.is_error"),
    tokens: used.every((one) => typeof one === "number")
      ? used.reduce<number>((sum, one) => sum + Number(one), 0)
      : undefined,
    says: at(answers.at(-1), "text")
  })
}

interface Facts {
  readonly calls: ReadonlyArray<Json>
  readonly firstError: Json | undefined
  readonly tokens: Json | undefined
  readonly says: Json | undefined
}

const whyRedOf = ({ calls, firstError, says, tokens }: Facts): string | undefined => {
  if (calls.some((call) => at(call, "name") === "delete_all" && at(call, "server") === "weather"))
    return "it calls delete_all"
  if (!calls.some((call) => at(call, "name") === "get_weather" && at(call, "args.city") === CITY))
    return `it does not ask for ${CITY}`
  if (firstError !== false) return "its first result is an error, or there is none"
  if (typeof tokens !== "number" || !(tokens <= MOST_TOKENS)) return `it takes ${String(tokens)} tokens`
  return typeof says === "string" && says.includes(WORD) ? undefined : `it does not say ${WORD}`
}

/** The own property at a path of names and numbers. */
export const at = (value: Json | undefined, path: string): Json | undefined =>
  path
    .split(".")
    .reduce<Json | undefined>(
      (inner, key) =>
        typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
          ? (inner as Record<string, Json>)[key]
          : undefined,
      value
    )

export const list = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
