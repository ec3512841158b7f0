/**
 * What a run is run against: recordings unless a flag asks for more, and never by accident in CI.
 */
import * as Effect from "effect/Effect"
import { isPaid, type LiveParts, replayed } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { UsageError } from "../kit/UsageError.ts"

const allLive: LiveParts = { model: "live", agent: "live", tools: "live", keep: "nothing" }

/** The values of PASSHAT_MODE. Flags and options ask for one of them. */
export const modes = {
  replay: replayed,
  record: { ...allLive, keep: "all" },
  "record=missing": { ...allLive, keep: "missing" },
  "record=judges": { ...replayed, keep: "judges" },
  live: allLive,
  "live-tools": { ...replayed, tools: "live" },
  "live-agent": { ...replayed, agent: "live" },
  "live-agent,live-tools": { ...replayed, agent: "live", tools: "live" }
} satisfies Record<string, LiveParts>

export type ModeName = keyof typeof modes

/** PASSHAT_MODE overrides the flags; in CI nothing is recorded unless the flag says so as well. */
export const partsAsked = Effect.fnUntraced(function* (
  flags: RunFlags,
  environment: Environment,
  name = askedFor(flags)
) {
  const live = flags.liveTools ? "--live-tools" : "--live-agent"
  if (flags.record !== undefined && (flags.liveTools || flags.liveAgent)) {
    return yield* new UsageError({
      what: `--record and ${live} exclude each other.`,
      hint: `Leave one out: ${live} records nothing.`
    })
  }
  const { PASSHAT_MODE } = environment
  if (PASSHAT_MODE === undefined || PASSHAT_MODE === "" || PASSHAT_MODE === "auto") return partsOf(name)
  if (!Object.hasOwn(modes, PASSHAT_MODE)) {
    return yield* new UsageError({
      what: `PASSHAT_MODE is "${PASSHAT_MODE}".`,
      hint: `Set it to auto, ${Object.keys(modes).join(", ")}, or leave it out.`
    })
  }
  const forced = partsOf(PASSHAT_MODE as ModeName)
  if (isPaid(forced) && isCi(environment) && !isPaid(partsOf(name))) {
    return yield* new UsageError({
      what: `PASSHAT_MODE is ${PASSHAT_MODE}, and CI is set: nothing is recorded in CI by accident.`,
      hint: "Give --record as well if it is meant."
    })
  }
  return forced
})

/** Whether no person is there to look. */
export const isCi = ({ CI }: Environment): boolean => CI !== undefined && CI !== "" && CI !== "false"

const partsOf = (name: ModeName): LiveParts => modes[name]

const askedFor = ({ liveAgent, liveTools, record }: RunFlags): ModeName => {
  if (liveAgent) return liveTools ? "live-agent,live-tools" : "live-agent"
  if (liveTools) return "live-tools"
  if (record === undefined) return "replay"
  return record === "all" ? "record" : `record=${record}`
}
