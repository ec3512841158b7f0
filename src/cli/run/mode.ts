/**
 * What a run is run against: recordings unless somebody asks for more, and never by accident in CI.
 */
import * as Effect from "effect/Effect"
import type { RunFlags } from "../flags/runFlags.ts"
import { UsageError } from "../UsageError.ts"

export type Mode = "replay" | "record" | "record=missing" | "live-tools"

export type Environment = { readonly [name: string]: string | undefined }

/** PASSHAT_MODE overrides the flags; in CI nothing is recorded unless the flag says so as well. */
export const modeOf = Effect.fnUntraced(function* (flags: RunFlags, environment: Environment) {
  if (flags.record !== undefined && flags.liveTools) {
    return yield* new UsageError({
      what: "--record and --live-tools exclude each other.",
      hint: "Leave one out: --live-tools records nothing."
    })
  }
  const asked = askedFor(flags)
  const { PASSHAT_MODE } = environment
  if (PASSHAT_MODE === undefined || PASSHAT_MODE === "" || PASSHAT_MODE === "auto") return asked
  const mode = modes.find((one) => one === PASSHAT_MODE)
  if (mode === undefined) {
    return yield* new UsageError({
      what: `PASSHAT_MODE is "${PASSHAT_MODE}".`,
      hint: `Set it to auto, ${modes.join(", ")}, or leave it out.`
    })
  }
  if (mode.startsWith("record") && isCi(environment) && flags.record === undefined) {
    return yield* new UsageError({
      what: `PASSHAT_MODE is ${mode}, and CI is set: nothing is recorded in CI by accident.`,
      hint: "Give --record as well if it is meant."
    })
  }
  return mode
})

/** Whether nobody is there to look. */
export const isCi = ({ CI }: Environment): boolean => CI !== undefined && CI !== "" && CI !== "false"

const modes: ReadonlyArray<Mode> = ["replay", "record", "record=missing", "live-tools"]

const askedFor = ({ liveTools, record }: RunFlags): Mode => {
  if (liveTools) return "live-tools"
  if (record === undefined) return "replay"
  return record === "all" ? "record" : "record=missing"
}
