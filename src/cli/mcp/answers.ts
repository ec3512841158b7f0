/**
 * What a tool answers, from what its command left behind: a text for a model, and JSON where the command has it. What is red is an
 * answer like any other; only what could not be judged is an error.
 */
import { statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import type { Report } from "../../domain/Verdict.ts"
import { agent } from "../../report/formats/agent.ts"
import { explanation } from "../../report/red/explanation.ts"
import { print } from "../../report/text/Line.ts"
import { escapeLine } from "../../std/escape.ts"
import type { JsonObject } from "../../std/Json.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import { exitCode } from "../exitWith.ts"
import { readReport } from "../reports/readReport.ts"
import { hideInMessage } from "../run/hideSecrets.ts"
import { boundedJson, boundedText } from "./bounded.ts"
import type { Ended } from "./childCommand.ts"
import { placesIn } from "./placesIn.ts"

export interface Answer {
  readonly text: string
  readonly isError: boolean
  readonly structured?: JsonObject
}

/** A call, once its command has ended. */
export interface Call {
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

type Answering = (call: Call) => Effect.Effect<Answer, never, FileSystem.FileSystem>

/** The files that commands are told to write. */
export const REPORT = "report.json"
export const COMPARISON = "comparison.json"

export const ofReport: Answering = Effect.fnUntraced(function* (call: Call) {
  const read = yield* reportFrom(call)
  if (!("report" in read)) return read
  const { facts, objection, report } = read
  const answer = answerOn(call, read, [...agent.render(report, PLAIN)].join(""))
  // A report that is no verdict must not be read as one.
  if (objection !== "") return { ...answer, structured: { ...facts, text: answer.text } }
  return { ...answer, structured: boundedJson(facts, ["report", report], answer.text, call.less) }
})

/** Without JSON: run has it, and some clients show their model the JSON alone. */
export const ofExplanation: Answering = Effect.fnUntraced(function* (call: Call) {
  const read = yield* reportFrom(call)
  if (!("report" in read)) return read
  const lines = explanation(read.report, placesIn(call))
  return answerOn(call, read, lines.map((one) => `${print(one, false)}\n`).join(""))
})

/** Plans are JSON; a suite that writes to the file descriptor itself may leave something else. */
export const ofPlans: Answering = (call) => {
  const { code, isCut, stdout } = call.ended
  if (code !== 0) return failed(call)
  const answer = printed(call)
  const read: unknown = isCut ? undefined : tryCatch((): unknown => JSON.parse(stdout))
  if (read === undefined) return Effect.succeed(answer)
  const plans = Array.isArray(read) ? read : [read]
  return Effect.succeed({
    ...answer,
    structured: boundedJson({ exit_code: 0 }, ["plans", plans], answer.text, call.less)
  })
}

export const ofComparison: Answering = Effect.fnUntraced(function* (call: Call) {
  const fs = yield* FileSystem.FileSystem
  const read = yield* Effect.result(fs.readFileString(join(call.into, COMPARISON)))
  if (Result.isFailure(read)) return yield* failed(call)
  const comparison = JSON.parse(read.success) as JsonObject
  const facts = { exit_code: call.ended.code, verdict: comparison["verdict"] ?? null }
  const isError = call.ended.code !== 0 && call.ended.code !== 1
  const { text } = printed(call)
  return { text, isError, structured: boundedJson(facts, ["comparison", comparison], text, call.less) }
})

export const ofText: Answering = (call) => (call.ended.code === 0 ? Effect.succeed(printed(call)) : failed(call))

const PLAIN = { color: false, width: Infinity, verbose: false, quiet: false }

const printed = ({ ended: { stdout }, less }: Call): Answer => ({ text: boundedText(stdout, less), isError: false })

interface Read {
  readonly report: Report
  /** What the exit code says against the report, if anything. */
  readonly objection: string
  readonly facts: JsonObject
}

/** The report is taken for what it says only if the exit code agrees. Without a report there is an answer that says why. */
const reportFrom = Effect.fnUntraced(function* (call: Call) {
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

const answerOn = ({ ended, less }: Call, { objection }: Read, text: string): Answer => ({
  text: boundedText(`${objection}${text}`, less),
  isError: objection !== "" || ended.code === 2
})

const MOST_REPORT = 64 * 1024 * 1024

/** There is nothing to answer with but why. */
const failed = (call: Call, why?: string): Effect.Effect<Answer> =>
  Effect.map(why === undefined ? complaint(call) : Effect.succeed(why), (text) => ({
    text: boundedText(text, call.less),
    isError: true
  }))

/** What the command wrote to standard error, without secrets of the environment, and how it ended. */
const complaint = Effect.fnUntraced(function* ({ ended: { code, signal, stderr } }: Call) {
  const said = yield* hideInMessage(stderr.trim(), process.env)
  const how = signal === null ? `exit code ${code}` : signal
  return `${said === "" ? "" : `${said.split("\n").map(escapeLine).join("\n")}\n`}The command ended with ${how}.`
})
