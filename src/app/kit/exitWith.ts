/**
 * The end of the process: an exit code, one sentence for a command that cannot be carried out, and everything written.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import { setTimeout } from "node:timers"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { bundleIsOutdated } from "./bundleFreshness.ts"
import { exitIfSettled, settleExitCode } from "./exitGuard.ts"
import { permitted } from "../../engine/layers/platform/permitted.ts"
import { stderr } from "./output/output.ts"
import { UsageError } from "./UsageError.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { hasKeyWord, mentionsSecret } from "../../engine/layers/record/secretWords.ts"

/** Carries out the work, which returns the exit code, and ends the process with it. */
export const exitWith = async (work: Effect.Effect<number, UsageError>): Promise<void> => {
  const isOutdated = await bundleIsOutdated(import.meta.filename)
  exitWhenDrained(await Effect.runPromise(codeOf(isOutdated ? Effect.fail(outdated()) : work)))
}

/** The exit code of the work, which tells on standard error why it cannot be carried out. */
export const codeOf = (work: Effect.Effect<number, UsageError>): Effect.Effect<number> =>
  work.pipe(
    Effect.catch((error) => Effect.as(tell(error.message), 2)),
    Effect.catchDefect((defect) => Effect.as(tell(`${crashOf(messageOf(defect))}.`), 2))
  )

/** What a suite throws while it is loaded may show a secret. */
const tell = (message: string): Effect.Effect<void> =>
  Effect.flatMap(hideInMessage(message, permitted("env") ? process.env : {}), (hidden) => stderr(`${hidden}\n`))

const codes = { pass: 0, fail: 1, none: 2 }

/** The exit code of a report. One that was cut short is never a pass. */
export const exitCode = ({ status, verdict }: Pick<Report, "status" | "verdict">): number =>
  verdict === "pass" && status !== "complete" ? codes.none : codes[verdict]

/** Lets the process end by itself; what is still open after two seconds is cut off. */
const exitWhenDrained = (code: number): void => {
  settleExitCode(code)
  setTimeout(exitIfSettled, 2_000).unref()
}

/** A function, because making an error takes time: the runtime looks up where it is made. */
const outdated = (): UsageError =>
  new UsageError({
    what: "This bundle of passhat was not made of the sources beside it.",
    hint: "Run npm run build, or leave npm run dev running."
  })

/** Deno refuses what no flag allows with an error, and names the flag. */
export const crashOf = (message: string): string =>
  /^Requires \w+ access to /.test(message)
    ? `Deno does not allow what passhat has to do: ${message}`
    : `passhat crashed, which is a bug: ${message}`

export const messageOf = (defect: unknown): string => (defect instanceof Error ? defect.message : String(defect))

/** Replaces the secrets of the environment in a message that is printed before the secrets of suites are known. */
export const hideInMessage = Effect.fnUntraced(function* (message: string, environment: Environment) {
  if (!hasKeyWord(message) && !Object.keys(environment).some(mentionsSecret)) return message
  const [{ makeRedactor }, { secretsOf }] = yield* Effect.promise(() =>
    Promise.all([import("../../engine/layers/record/redact.ts"), import("../../engine/layers/record/secrets.ts")])
  )
  return makeRedactor(secretsOf(environment, [])).text(message)
})
