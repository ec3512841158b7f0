/**
 * The parts of the benchmark. Each is measured whole, so that its ratios come from turns that were taken together.
 */
import { LIMIT, LIMIT_LINES, limitFiles, limitLines, passhat, passhatOn, weather } from "./contestants.ts"
import type { Contestant } from "./measure/interleave.ts"
import { peers } from "./peers.ts"

export const sectionNames = ["cold", "scale", "peers", "million", "similarity"] as const
export type SectionName = (typeof sectionNames)[number]

export interface Section {
  readonly title: string
  readonly about: string
  /** Whom the ratios are to. */
  readonly base: string
  readonly counts: ReadonlyArray<number>
  readonly contestants: ReadonlyArray<Contestant>
  /** How often at most, where the usual number would take hours. */
  readonly repeats?: number
}

export interface Wanted {
  readonly project: string
  readonly counts: ReadonlyArray<number>
  readonly withPeers: boolean
}

export const MILLION = 1_000_000

export const sectionOf = (
  name: Exclude<SectionName, "similarity">,
  { counts, project, withPeers }: Wanted
): Section => {
  switch (name) {
    case "cold":
      return {
        title: "Cold start",
        about: "The shipped weather suite (five runs, nine gates), and one trace for everybody else.",
        base: LIMIT,
        counts: [1],
        contestants: [
          limitFiles,
          weather(project, "Bun"),
          weather(project, "Deno"),
          weather(project, "Node"),
          ...(withPeers ? peers() : [])
        ]
      }
    case "scale":
      return {
        title: "Replay",
        about: "N recorded runs of one cell, judged by three gates, on each runtime.",
        base: LIMIT,
        counts,
        contestants: [
          limitFiles,
          limitLines,
          passhat(project, "Bun"),
          passhat(project, "Deno"),
          passhat(project, "Node")
        ]
      }
    case "peers":
      return {
        title: "Peers",
        about: "The same N traces, judged for the same three things by everybody.",
        base: passhatOn("Bun"),
        counts,
        contestants: [limitFiles, passhat(project, "Bun"), ...peers()]
      }
    case "million":
      return {
        title: "A million traces",
        about:
          "The bare script reads one file with a trace a line, since a million files would measure the file system.",
        base: LIMIT_LINES,
        counts: [10_000, MILLION],
        contestants: [limitLines, passhat(project, "Bun")],
        repeats: 2
      }
  }
}
