/**
 * `passhat comment`: puts a json report on its pull request, as one comment that the next report replaces.
 *
 * The exit code says whether the report is there for readers, and not whether it is green: the job fails by the exit code of its run.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import process from "node:process"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { type PullRequest, putComment } from "./forge.ts"
import { makeRedactor } from "../../engine/layers/record/redact.ts"
import { markdown } from "../../edges/report/formats/markdown.ts"
import { escapeLine } from "../../base/std/escape.ts"
import type { commentRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import type { CompareWithBaseline } from "../../app/run/Feature.ts"
import { baselineAsked } from "../compare/baseline.ts"
import { readReport } from "../../app/reports/readReport.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { isObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

export const comment = Effect.fn("comment")(function* ({
  baseline,
  name,
  pullRequest: number,
  report: file
}: Values<typeof commentRow>) {
  const read = yield* readReport(file)
  const compared = yield* baselineAsked(baseline, [{ reporter: markdown }])
  const on = yield* pullRequest(number)
  const text = yield* textOf(read, compared)
  // A forge may repeat the token in what it says, in any spelling, and `fetch` repeats one that no header can have.
  const known = [...new Set([on.token, on.token.trim()])].map((value) => ({ name: "GITHUB_TOKEN", value }))
  const hide = makeRedactor(known).text
  const written = yield* Effect.catch(
    Effect.map(
      putComment(on, markerOf(name), text),
      ({ address, isNew }) => `${isNew ? "Wrote" : "Replaced"} ${address}`
    ),
    ({ message, reason }) =>
      reason === "forbidden"
        ? Effect.succeed(`No comment on pull request ${on.number}: ${message} ${FORK}`)
        : Effect.fail(
            new UsageError({ what: hide(`No comment on pull request ${on.number}: ${message}`), hint: AGAIN })
          )
  )
  yield* stdout([`${escapeLine(hide(written))}\n`])
  return 0
})

/** As `--reporter markdown` writes it into a file. */
const textOf = Effect.fnUntraced(function* (report: Report, compared: CompareWithBaseline | undefined) {
  const baseline = yield* compared?.(report) ?? Effect.succeed(undefined)
  const options = { color: false, quiet: false, verbose: false, width: Infinity }
  return [...markdown.render(report, { ...options, ...(baseline !== undefined && { baseline }) })].join("")
})

const FORK = "The token of a pull request from a fork may not write: its report is in the summary of the job."
const AGAIN = "Run the job again."

/** What a comment of this name begins with. No reader sees it. */
const markerOf = (name: string): string => `<!-- passhat ${encodeURIComponent(name)} -->`

const GITHUB = "https://api.github.com"

export const pullRequest = Effect.fnUntraced(function* (given: number | undefined) {
  const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN } = process.env
  const token = yield* required("GITHUB_TOKEN", GITHUB_TOKEN, "Give the step env: GITHUB_TOKEN: ${{ github.token }}.")
  const repository = yield* required("GITHUB_REPOSITORY", GITHUB_REPOSITORY, "It names the repository: owner/name.")
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    return yield* new UsageError({
      what: `GITHUB_REPOSITORY is ${JSON.stringify(repository)}, which is no repository.`,
      hint: "Write owner/name."
    })
  }
  const api = tryCatch(() => new URL(GITHUB_API_URL ?? GITHUB))
  if (api === undefined || !/^https?:$/.test(api.protocol)) {
    return yield* new UsageError({
      what: `GITHUB_API_URL is ${JSON.stringify(GITHUB_API_URL)}, which is no address.`,
      hint: `Leave it out for ${GITHUB}.`
    })
  }
  const number = given ?? (yield* numberIn(GITHUB_EVENT_PATH))
  if (number === undefined || !Number.isSafeInteger(number) || number < 1) {
    return yield* new UsageError({
      what: "No pull request is known to comment on.",
      hint: "Run it in a workflow on pull_request, or name one with --pull-request."
    })
  }
  return { api, number, repository, token } satisfies PullRequest
})

const required = (name: string, value: string | undefined, hint: string): Effect.Effect<string, UsageError> =>
  value === undefined || value === ""
    ? Effect.fail(new UsageError({ what: `${name} is not set.`, hint }))
    : Effect.succeed(value)

/** Undefined if the event that started the job is not one of a pull request. */
const numberIn = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined || path === "") return undefined
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    fs.readFileString(path),
    () => new UsageError({ what: `${path} could not be read.`, hint: "GITHUB_EVENT_PATH names it." })
  )
  const event = tryCatch((): unknown => JSON.parse(text))
  const request = isObject(event) ? event["pull_request"] : undefined
  const number = isObject(request) ? request["number"] : undefined
  return typeof number === "number" ? number : undefined
})
