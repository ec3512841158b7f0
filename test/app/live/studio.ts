/**
 * A place to record in: a stand-in for the models' providers, a folder for cassettes, and suites as real processes.
 */
import * as Result from "effect/Result"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseJournal } from "../../../src/engine/layers/record/journal.ts"
import { parseCassette } from "../../engine/cassette/parse.ts"
import { withCells } from "../../features/html/cellsOfPage.ts"
import { type Options, startStandin } from "../../standin/standin.ts"
import { type Finished, type RunOptions, start, type Started } from "../project.ts"

/** Gone with its folder and its stand-in by `await using`. */
export const studio = async (options: Options) => {
  const standin = await startStandin(options)
  const folder = mkdtempSync(join(tmpdir(), "passhat-live-"))
  const cassettes = join(folder, "cassettes")
  const env = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standin.url }
  const begin = (suite: string, args: ReadonlyArray<string> = [], how: RunOptions = {}): Started =>
    start(suite, [...args, "--cassettes", cassettes], { ...how, env: { ...env, ...how.env } })
  return {
    /** What points a suite at the stand-in. */
    env,
    /** All that the stand-in was asked. */
    requests: standin.requests,
    folder,
    start: begin,
    run: (suite: string, args?: ReadonlyArray<string>, how?: RunOptions): Promise<Finished> =>
      begin(suite, args, how).finished,
    /** The text of every file in the folder, by its path there; a page with its cells unpacked after it. */
    files: (): ReadonlyMap<string, string> => textsBelow(folder),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await standin.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The runs that a cassette or a journal holds, in their order there; none of a file that is not there. Damage throws. */
export const runsIn = (text = ""): ReadonlyArray<number> => {
  const recording = text.startsWith("{")
    ? Result.getOrThrow(parseCassette("cassette", text))
    : Result.getOrThrow(parseJournal("journal", text))?.recording
  return [...(recording?.runs.keys() ?? [])]
}

const textsBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), withCells(readFileSync(path, "utf8"))])
  )
