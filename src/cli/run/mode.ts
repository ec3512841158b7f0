/**
 * What a run is run against: recordings unless a flag asks for more, and never by accident in CI.
 */
import * as Effect from "effect/Effect"
import type { RunFlags } from "../flags/runFlags.ts"
import { UsageError } from "../UsageError.ts"

export type Mode =
  | "replay"
  | "record"
  | "record=missing"
  | "record=judges"
  | "live"
  | "live-tools"
  | "live-agent"
  | "live-agent,live-tools"

export type Environment = { readonly [name: string]: string | undefined }

/** PASSHAT_MODE overrides the flags; in CI nothing is recorded unless the flag says so as well. */
export const modeOf = Effect.fnUntraced(function* (flags: RunFlags, environment: Environment, mode = askedFor(flags)) {
  const live = flags.liveTools ? "--live-tools" : "--live-agent"
  if (flags.record !== undefined && (flags.liveTools || flags.liveAgent)) {
    return yield* new UsageError({
      what: `--record and ${live} exclude each other.`,
      hint: `Leave one out: ${live} records nothing.`
    })
  }
  const { PASSHAT_MODE } = environment
  if (PASSHAT_MODE === undefined || PASSHAT_MODE === "" || PASSHAT_MODE === "auto") return mode
  const forced = modes.find((one) => one === PASSHAT_MODE)
  if (forced === undefined) {
    return yield* new UsageError({
      what: `PASSHAT_MODE is "${PASSHAT_MODE}".`,
      hint: `Set it to auto, ${modes.join(", ")}, or leave it out.`
    })
  }
  if (isPaid(forced) && isCi(environment) && !isPaid(mode)) {
    return yield* new UsageError({
      what: `PASSHAT_MODE is ${forced}, and CI is set: nothing is recorded in CI by accident.`,
      hint: "Give --record as well if it is meant."
    })
  }
  return forced
})

/** Whether models are asked. */
export const isPaid = (mode: Mode): boolean => mode === "live" || mode.startsWith("record")

/** Whether no person is there to look. */
export const isCi = ({ CI }: Environment): boolean => CI !== undefined && CI !== "" && CI !== "false"

const modes: ReadonlyArray<Mode> = [
  "replay",
  "record",
  "record=missing",
  "record=judges",
  "live",
  "live-tools",
  "live-agent",
  "live-agent,live-tools"
]

const askedFor = ({ liveAgent, liveTools, record }: RunFlags): Mode => {
  if (liveAgent) return liveTools ? "live-agent,live-tools" : "live-agent"
  if (liveTools) return "live-tools"
  if (record === undefined) return "replay"
  return record === "all" ? "record" : `record=${record}`
}
