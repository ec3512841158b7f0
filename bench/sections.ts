/**
 * The parts of the benchmark. Each is measured whole, so that its ratios come from turns that were taken together.
 */
import {
  LIMIT,
  LIMIT_LINES,
  limitFiles,
  limitLines,
  passhat,
  passhatOn,
  weather,
  WEATHER_SUITES
} from "./contestants.ts"
import type { Contestant } from "./measure/interleave.ts"
import { peers } from "./peers.ts"
import { installNode24, titleOf } from "./runtimes.ts"
import { MILLION } from "./workload/shelf.ts"

export const sectionNames = ["cold", "scale", "peers", "million", "mcpmark", "similarity"] as const
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
  /** Who takes no part, and why. */
  readonly notes?: ReadonlyArray<string>
}

export interface Wanted {
  readonly project: string
  readonly counts: ReadonlyArray<number>
  readonly repeats: number
  readonly peers: boolean
}

export const sectionOf = (
  name: Exclude<SectionName, "mcpmark" | "similarity">,
  { counts, peers: withPeers, project, repeats }: Wanted
): Section => {
  switch (name) {
    case "cold": {
      const withoutNode24 = installNode24()
      return {
        title: "Cold start",
        about:
          "The shipped weather suite on its own five runs, with flags, with the same runs as those of an own driver, and with a " +
          "catalogue written by hand; one trace for everybody else.",
        base: LIMIT,
        counts: [1],
        contestants: [limitFiles, ...weatherRows(project, withoutNode24 === undefined), ...(withPeers ? peers() : [])],
        repeats: repeats * COLD_ROUNDS,
        ...(withoutNode24 !== undefined && { notes: [withoutNode24] })
      }
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

/** A start takes hundredths of a second, and so does what disturbs it: more rounds than elsewhere. */
const COLD_ROUNDS = 3

/** The flags of which a claim is made. */
export const COLD_FLAGS: ReadonlyArray<ReadonlyArray<string>> = [
  ["--quiet"],
  ["--reporter", "junit=report.xml"],
  ["--reporter", "json"]
]

const weatherRows = (project: string, hasNode24: boolean): ReadonlyArray<Contestant> => [
  weather(project, "Bun"),
  ...COLD_FLAGS.map((flags) => weather(project, "Bun", { flags })),
  weather(project, "Bun", { file: `${WEATHER_SUITES}/ownDriver.ts`, detail: "own driver" }),
  weather(project, "Bun", { file: `${WEATHER_SUITES}/handWritten.ts`, detail: "catalogue written by hand" }),
  weather(project, "Deno"),
  weather(project, "Deno", { cacheVariable: "DENO_DIR", detail: "its cache kept" }),
  weather(project, "Node"),
  ...(hasNode24 && titleOf("Node") !== "Node 24" ? [weather(project, "Node 24")] : []),
  ...(hasNode24
    ? [weather(project, "Node 24", { cacheVariable: "NODE_COMPILE_CACHE", detail: "its compile cache kept" })]
    : [])
]
