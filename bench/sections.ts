/**
 * The parts of the benchmark. Each is measured whole, so that its ratios come from turns that were taken together.
 */
import { LIMIT, LIMIT_LINES, limitFiles, limitLines, passhat, passhatOn, weather } from "./contestants.ts"
import type { Contestant } from "./measure/interleave.ts"
import { peers } from "./peers.ts"
import { MILLION } from "./workload/shelf.ts"

export const sectionNames = ["cold", "scale", "peers", "million", "similarity"] as const
export type SectionName = (typeof sectionNames)[number]

export interface Section {
  readonly title: string
  readonly about: string
  /** Whom the ratios are to. */
  readonly base: string
  readonly counts: ReadonlyArray<number>
  readonly contestants: ReadonlyArray<Contestant>
  /** How often at most; who takes long is asked less often. */
  readonly repeats: number
}

export interface Wanted {
  readonly project: string
  readonly counts: ReadonlyArray<number>
  readonly repeats: number
  readonly peers: boolean
}

export const sectionOf = (
  name: Exclude<SectionName, "similarity">,
  { counts, peers: withPeers, project, repeats }: Wanted
): Section => {
  switch (name) {
    case "cold":
      return {
        title: "Cold start",
        about: "The shipped weather suite on its own five runs, and one trace for everybody else.",
        base: LIMIT,
        counts: [1],
        contestants: [
          limitFiles,
          weather(project, "Bun"),
          weather(project, "Deno"),
          weather(project, "Node"),
          ...(withPeers ? peers() : [])
        ],
        repeats
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
        ],
        repeats
      }
    case "peers":
      return {
        title: "Peers",
        about: "The same N traces, judged for the same three things by everybody.",
        base: passhatOn("Bun"),
        counts,
        contestants: [limitFiles, passhat(project, "Bun"), ...peers()],
        repeats
      }
    case "million":
      return {
        title: "A million traces",
        about:
          "The bare script reads one file with a trace a line, since a million files would measure the file system.",
        base: LIMIT_LINES,
        counts: [10_000, MILLION],
        contestants: [limitLines, passhat(project, "Bun")],
        repeats: Math.min(2, repeats)
      }
  }
}
