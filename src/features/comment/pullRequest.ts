/**
 * The pull request that a job of GitHub Actions is for, from the environment that the job has.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import process from "node:process"
import type { PullRequest } from "./forge.ts"
import { isObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

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
