/**
 * Shipped recordings as `passhat show` prints them: the arguments, and the golden file of the output.
 */
import { join } from "node:path"
import { type Finished, root, run, type RunOptions } from "../../app/project.ts"

export const show = (args: ReadonlyArray<string>, options?: RunOptions): Finished =>
  run(join(root, "dist/doors/passhat.js"), ["show", ...args], options)

const cassette = (suite: string, agent: string): string => `cassettes/${suite}/${agent}/claude-sonnet-4-5.jsonl`
export const weather = cassette("weather", "asks-for-the-weather")
export const red = cassette("red", "wanders-off")

export const golden: ReadonlyArray<readonly [file: string, args: ReadonlyArray<string>]> = [
  ["weather.txt", [weather]],
  ["invoice.txt", [cassette("invoice", "refunds-an-invoice")]],
  ["recovery.txt", [cassette("recovery", "finds-another-way"), "--run", "2"]],
  ["late.txt", [cassette("chaos", "plans-a-picnic-reply-after-cancel-4000-weather.get_forecast")]],
  ["red-1-2.txt", [red, "--diff", "1", "2"]],
  ["red-3-5.txt", ["--diff", "3", "5", red]]
]

/** Recording anew changes when it was done and how long things took, and nothing else. */
export const timeless = (text: string): string =>
  text
    .replaceAll(/recorded \S+/g, "recorded <when>")
    .replaceAll(/^(\s+exchanges: \d+ in |\s+)\d+ ms(?=$|: (?:call|answer of))/gm, "$1<n> ms")
