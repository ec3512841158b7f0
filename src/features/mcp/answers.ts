/**
 * What a tool answers, from what its command left behind: a text for a model, and JSON where the command has it. What is red is an
 * answer like any other; only what could not be judged is an error.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { join, relative } from "node:path"
import { Plan } from "../../base/domain/plan/Plan.ts"
import { agent } from "../../edges/report/formats/agent.ts"
import { type Places, explanation } from "../../edges/report/red/explanation.ts"
import { type Line, print } from "../../edges/report/text/Line.ts"
import type { JsonObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { planTable } from "../plan/planTable.ts"
import {
  type CommandAnswer,
  type CommandCall,
  type Read,
  boundedJson,
  boundedText,
  failed,
  reportFrom
} from "./outcome.ts"
import { readFileSync } from "node:fs"
import type { Section } from "../../edges/report/Row.ts"
import { projectOf } from "../../app/kit/project.ts"
import { isInside } from "./insideProject.ts"

export type Answering = (call: CommandCall) => Effect.Effect<CommandAnswer, never, FileSystem.FileSystem>

/** The file of a comparison. */
export const COMPARISON = "comparison.json"

export const ofReport: Answering = Effect.fnUntraced(function* (call: CommandCall) {
  const read = yield* reportFrom(call)
  if (!("report" in read)) return read
  const { facts, objection, report } = read
  const answer = answerOn(call, read, [...agent.render(report, PLAIN)].join(""))
  // A report that is no verdict must not be read as one.
  if (objection !== "") return { ...answer, structured: { ...facts, text: answer.text } }
  return { ...answer, structured: boundedJson(facts, ["report", report], answer.text, call.less) }
})

/** Without JSON: run has it, and some clients show their model the JSON alone. */
export const ofExplanation: Answering = Effect.fnUntraced(function* (call: CommandCall) {
  const read = yield* reportFrom(call)
  if (!("report" in read)) return read
  return answerOn(call, read, printLines(explanation(read.report, placesIn(call))))
})

export const ofPlans: Answering = (call) => {
  const { code, isCut, stdout } = call.ended
  if (code !== 0) return failed(call)
  const read: unknown = isCut ? undefined : tryCatch((): unknown => JSON.parse(stdout))
  const plans: unknown = Array.isArray(read) ? read : [read]
  if (!arePlans(plans))
    return failed(call, `${isCut ? "The plan is too long" : "Something else than a plan was printed"}. ${call.less}`)
  const text = boundedText(planTable(plans), call.less)
  return Effect.succeed({
    text,
    isError: false,
    structured: boundedJson({ exit_code: 0 }, ["plans", plans], text, call.less)
  })
}

/** A suite may write to the file descriptor itself. */
const arePlans = Schema.is(Schema.Array(Plan))

export const ofComparison: Answering = Effect.fnUntraced(function* (call: CommandCall) {
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

const printLines = (lines: ReadonlyArray<Line>): string => lines.map((one) => `${print(one, false)}\n`).join("")

const PLAIN = { color: false, width: Infinity, verbose: false, quiet: false }

const printed = ({ ended: { stdout }, less }: CommandCall): CommandAnswer => ({
  text: boundedText(stdout, less),
  isError: false
})

const answerOn = ({ ended, less }: CommandCall, { objection }: Read, text: string): CommandAnswer => ({
  text: boundedText(`${objection}${text}`, less),
  isError: objection !== "" || ended.code === 2
})

/** Lines before and after the line of a gate. */
const AROUND = 2

/** Files of a report are relative to the project of their suite, which may be a folder of the one that is served. */
export const placesIn = ({
  cassettes,
  project,
  suites
}: Pick<CommandCall, "cassettes" | "project" | "suites">): Places => {
  const rootOf = ({ file }: Section): string | undefined => {
    const roots = suites.map(projectOf).flatMap((one) => (one.file === file ? [one.root] : []))
    return roots.length === 1 ? roots[0] : undefined
  }
  return {
    excerpt: (suite, { file, line }) => {
      const root = rootOf(suite)
      const path = root === undefined ? undefined : join(root, file)
      const text =
        path !== undefined && isInside(project, path) ? tryCatch(() => readFileSync(path, "utf8")) : undefined
      const first = Math.max(0, line - 1 - AROUND)
      return (text ?? "")
        .split("\n")
        .slice(first, line + AROUND)
        .map((each, at) => `${first + at + 1 === line ? ">" : " "} ${first + at + 1}  ${each}`)
        .filter(() => text !== undefined)
    },
    recording: (suite, cell) => {
      const folder = cassettes ?? join(relative(project, rootOf(suite) ?? project), "cassettes")
      return `${folder}/${cell}.jsonl`
    }
  }
}
