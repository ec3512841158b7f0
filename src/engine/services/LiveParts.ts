/**
 * Which parts of a run are live, and what is kept. Flags, PASSHAT_MODE and options become this record once. Only the choice of
 * layers reads it: the interpreter and the services do not know which parts are live.
 */
import type { RunMode } from "./SuiteLayers.ts"

export type Part = "recorded" | "live"

/** What a recording keeps: every run, runs that are missing or stale, or only what judges say about recorded runs. */
export type Keep = "all" | "missing" | "judges"

export interface LiveParts {
  readonly model: Part
  /** The code of agents with a driver or a command. */
  readonly agent: Part
  readonly tools: Part
  readonly keep: "nothing" | Keep
}

export const replayed: LiveParts = { model: "recorded", agent: "recorded", tools: "recorded", keep: "nothing" }

/** The name of the parts that layers of suites see. */
export const runModeOf = ({ agent, keep, model, tools }: LiveParts): RunMode => {
  if (keep !== "nothing") return "record"
  if (model === "live") return "live"
  if (agent === "live") return "live-agent"
  return tools === "live" ? "live-tools" : "replay"
}

export const isReplay = (parts: LiveParts): boolean => runModeOf(parts) === "replay"

/** True if models are asked, which costs money. */
export const isPaid = ({ keep, model }: LiveParts): boolean => model === "live" || keep !== "nothing"
