/**
 * The answer of a judge, read strictly: one JSON object with a verdict and a reason, and nothing else. Everything else is no answer.
 */
import type { ModelAnswer } from "../../base/domain/recording/Cassette.ts"
import type { Judgement } from "../../base/domain/recording/Judgement.ts"
import { isObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** Without a verdict, the reason says why there is none. Nothing is shortened: half a secret would not be known as one. */
export const readJudgeAnswer = ({ calls, stop_reason, text }: ModelAnswer): Pick<Judgement, "verdict" | "reason"> => {
  if (stop_reason === "max_tokens") return { reason: "its answer was cut off" }
  if (calls.length > 0) return { reason: "it called a tool instead of answering" }
  const body = withoutFence(text.trim())
  if (body === "") return { reason: `it said nothing (${stop_reason})` }
  const value: unknown = tryCatch(() => JSON.parse(body))
  if (!isObject(value)) return { reason: `its answer is no JSON object: ${JSON.stringify(body)}` }
  const { reason, verdict } = value
  const isWhole = Object.keys(value).length === 2 && isSaidOnce(body)
  return isWhole && (verdict === "pass" || verdict === "fail") && typeof reason === "string"
    ? { verdict, reason }
    : { reason: `its answer is not a verdict, "pass" or "fail", with a reason: ${JSON.stringify(body)}` }
}

/** Models put a block of code around JSON, also if the prompt forbids it. */
const withoutFence = (text: string): string => /^```(?:json)?\n([^]*)\n```$/.exec(text)?.[1]?.trim() ?? text

/** Two names and two texts: `JSON.parse` would take the last of two verdicts. */
const isSaidOnce = (json: string): boolean => json.match(/"(?:[^"\\]|\\.)*"/g)?.length === 4
