/**
 * What a call's command left behind: its report, or why there is none.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { statSync } from "node:fs"
import { join } from "node:path"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { escapeLine } from "../../base/std/escape.ts"
import type { JsonObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { exitCode, hideInMessage } from "../../app/kit/exitWith.ts"
import { readReport } from "../../app/reports/readReport.ts"
import type { Ended } from "./childCommand.ts"

export interface CommandAnswer {
  readonly text: string
  readonly isError: boolean
  readonly structured?: JsonObject
}

/** A call, once its command has ended. */
export interface CommandCall {
  readonly ended: Ended
  /** The folder of the files that the command was told to write. */
  readonly into: string
  readonly project: string
  /** The suite files that were named. */
  readonly suites: ReadonlyArray<string>
  readonly cassettes: string | undefined
  /** How a client asks for less. */
  readonly less: string
}

/** The file of the report, if the command writes one. */
export const REPORT = "report.json"

const MOST_REPORT = 64 * 1024 * 1024

export interface Read {
  readonly report: Report
  /** What the exit code says against the report, if anything. */
  readonly objection: string
  readonly facts: JsonObject
}

/** The report is taken for what it says only if the exit code agrees. Without a report there is an answer that says why. */
export const reportFrom = Effect.fnUntraced(function* (call: CommandCall) {
  const { ended, into, less } = call
  const file = join(into, REPORT)
  const size = tryCatch(() => statSync(file).size)
  if (size === undefined) return yield* failed(call)
  if (size > MOST_REPORT) return yield* failed(call, `The report has ${size} bytes, too many to be read here. ${less}`)
  const read = yield* Effect.result(readReport(file))
  if (Result.isFailure(read)) return yield* failed(call, `The report cannot be read: ${read.failure.message}`)
  const report = read.success
  const objection = ended.code === exitCode(report) ? "" : `${yield* complaint(call)}\nSo this is no verdict:\n`
  const verdict = objection === "" ? report.verdict : "none"
  return { report, objection, facts: { exit_code: ended.code, verdict, status: report.status } } satisfies Read
})

/** There is nothing to answer with but why. */
export const failed = (call: CommandCall, why?: string): Effect.Effect<CommandAnswer> =>
  Effect.map(why === undefined ? complaint(call) : Effect.succeed(why), (text) => ({
    text: boundedText(text, call.less),
    isError: true
  }))

/** What the command wrote to standard error, without secrets of the environment, and how it ended. */
const complaint = Effect.fnUntraced(function* ({ ended: { code, signal, stderr } }: CommandCall) {
  const said = yield* hideInMessage(stderr.trim(), process.env)
  const how = signal === null ? `exit code ${code}` : signal
  return `${said === "" ? "" : `${said.split("\n").map(escapeLine).join("\n")}\n`}The command ended with ${how}.`
})

/** Characters of a text, and of the JSON beside it. */
export const MOST_TEXT = 20_000
export const MOST_JSON = 40_000

/** `less` says how to ask for less. */
export const boundedText = (text: string, less: string): string => {
  if (text.length <= MOST_TEXT) return text
  const whole = text.lastIndexOf("\n", MOST_TEXT)
  const kept = text.slice(0, whole > 0 ? whole : MOST_TEXT)
  const rest = text.slice(kept.length)
  return `${kept}\n... ${rest.length} characters on ${rest.trim().split("\n").length} lines are left out. ${less}`
}

/** What is too long is replaced by the text: some clients show their model the JSON alone. */
export const boundedJson = (
  facts: JsonObject,
  [key, value]: readonly [key: string, value: unknown],
  text: string,
  less: string
): JsonObject => {
  const size = JSON.stringify(value).length
  return size <= MOST_JSON
    ? { ...facts, [key]: value as JsonObject }
    : { ...facts, text, left_out: `${key} has ${size} characters, and at most ${MOST_JSON} are sent. ${less}` }
}
