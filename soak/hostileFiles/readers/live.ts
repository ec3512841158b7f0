/**
 * What `passhat view` shows of a recording that is not finished: `<cassette>.jsonl.progress`, of which what cannot be read is not
 * there, and the journal, of which only whole lines are.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { LiveAnswer } from "../../../src/features/view/Api.ts"
import { liveRecordings } from "../../../src/features/view/live.ts"
import type { ProjectFiles } from "../../../src/features/view/ProjectFiles.ts"
import type { UnderWay } from "../../../src/base/domain/recording/UnderWay.ts"
import { thisProcess } from "../../../src/engine/layers/platform/processes.ts"
import { journalLines } from "../../../src/engine/layers/record/journal.ts"
import { at, list, textOf } from "../evidence.ts"
import { bytesOf, type Reader } from "../Reader.ts"
import { recordings } from "../recordings.ts"
import { strictJson } from "../strictJson.ts"

const [{ header, runs }] = recordings as [(typeof recordings)[number]]

const JOURNAL = journalLines({ file: "", header, runs: new Map(runs.map((run) => [run.index, run])) }, "missing")

const underWay: UnderWay = {
  format: "passhat-progress",
  version: 1,
  suite: header.suite,
  agent: header.agent,
  model: header.model,
  name: header.agent,
  runs: 9,
  under_way: [
    {
      index: 4,
      on: "weather/get_weather",
      made: 2,
      calls: [
        { server: "weather", name: "get_weather", args: { city: "Sacramento", days: [1, 2] }, state: "answered" },
        { server: "weather", name: "delete_all", state: "open" }
      ],
      tokens: 300
    },
    { index: 5, on: "the model", made: 0, calls: [], tokens: 0 }
  ]
}

export const PROGRESS = JSON.stringify(underWay)

export const progressReader = (directory: string): Reader => {
  const { look, write } = lookingOn(join(directory, "progress"))
  write("journal", Buffer.from(JOURNAL))
  return {
    name: "progress",
    seeds: bytesOf(PROGRESS, JSON.stringify({ ...underWay, under_way: [] })),
    attacks: [
      {
        name: "deep arguments",
        seed: 0,
        bytes: Buffer.from(PROGRESS.replace('"Sacramento"', `${"[".repeat(100_000)}${"]".repeat(100_000)}`))
      },
      { name: "arguments without an end", seed: 0, bytes: Buffer.from(PROGRESS.replace("Sacramento", "x".repeat(9e6))) }
    ],
    place: /./,
    read: async (bytes) => {
      write("progress", bytes)
      const { kept, problem, state, underWay: shown } = await look()
      const written = list(at(strictJson(textOf(bytes) ?? ""), "under_way"))
      const foreign = shown.find(
        ({ calls, index, made }) =>
          !(Number.isSafeInteger(index) && Number.isSafeInteger(made)) ||
          calls.some(({ name, server, state: of }) => !/^(open|answered|failed)$/.test(of) || !(name + server))
      )
      const wrong =
        state !== "recording" || kept.length !== runs.length || problem !== undefined
          ? "it changes what is kept"
          : foreign !== undefined && written.length > 0
            ? `run ${foreign.index} is shown as nobody wrote it`
            : undefined
      return { refusals: [], ...(wrong !== undefined && { wrong }) }
    }
  }
}

export const followedReader = (directory: string): Reader => {
  const folder = join(directory, "followed")
  return {
    name: "journal, followed",
    seeds: bytesOf(JOURNAL),
    place: /./,
    read: async (bytes) => {
      const { look, write } = lookingOn(folder)
      write("journal", bytes)
      const { kept } = await look()
      const foreign = kept.find(({ index, stop, tools }) => {
        const isOne = runs.some((run) => run.index === index)
        return !isOne || stop !== "end_turn" || tools.join() !== "get_weather"
      })
      return {
        refusals: [],
        ...(foreign !== undefined && { wrong: `run ${foreign.index} is not the one that was written` })
      }
    }
  }
}

/** A recording that this process holds, as a page asks for it. */
const lookingOn = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const write = (extension: string, bytes: Uint8Array): void =>
    writeFileSync(join(folder, `${FILE}.${extension}`), bytes)
  write("lock", Buffer.from(JSON.stringify({ ...thisProcess(), token: "t" })))
  const all = (["lock", "journal"] as const).map((kind) => ({ file: `${FILE}.${kind}`, kind, stamp: "" }))
  const files = {
    version: () => 1,
    all: () => all,
    find: (file: string) => all.find((one) => one.file === file),
    hasFolder: () => true,
    isCut: () => false,
    touch: () => {},
    next: () => Effect.succeed(1)
  } as unknown as ProjectFiles
  const live = liveRecordings(folder, files)
  return { write, look: (): Promise<LiveAnswer> => Effect.runPromise(live.look(FILE, 0, 0)) }
}

const FILE = "asks.jsonl"
