/**
 * `passhat comment`: puts a json report on its pull request, as one comment that the next report replaces.
 *
 * The exit code says whether the report is there for readers, and not whether it is green: the job fails by the exit code of its run.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { putComment } from "./forge.ts"
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
import { pullRequest } from "./pullRequest.ts"

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
