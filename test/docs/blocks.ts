/**
 * The pages of the documentation, and the fenced blocks in them.
 *
 * What a block's opening fence says after the backticks decides how it is tested:
 * - `ts` is type-checked;
 * - `ts run` is also run, and its assertions must hold;
 * - `ts suite` also exports a suite that compiles. A `json` block after it holds the traces of the suite's runs, and the
 *   `text` block after that is the report of them, to the letter;
 * - `ts test/frameworks/x.ts` holds lines of this file, which is compiled with the packages of others;
 * - `text suites/x.ts` holds lines that this suite prints, in their order; flags may follow it;
 * - `text test/x.txt` holds lines of this kept report, in their order;
 * - `console` is a session: its commands print what it shows, see console.ts;
 * - `python` is a program that a suite starts. Its first line says in which file it is.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Block {
  /** The page, relative to the root of the repository. */
  readonly page: string
  /** Where its opening fence stands, from 1. */
  readonly line: number
  readonly info: string
  readonly text: string
}

/** A suite with the traces of its runs and the report that its page shows. */
export interface Shown {
  readonly suite: Block
  readonly traces: Block
  readonly report: Block
}

/** The root of the repository. */
export const root = join(import.meta.dirname, "../..")

export const pages: ReadonlyArray<string> = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file))
    .toSorted()
]

export const read = (page: string): string => readFileSync(join(root, page), "utf8")

export const blocksOf = (page: string): ReadonlyArray<Block> => {
  const markdown = read(page)
  return Array.from(markdown.matchAll(/^```(.*)\n([^]*?)^```$/gm), ({ index, 1: info = "", 2: text = "" }) => ({
    page,
    line: markdown.slice(0, index).split("\n").length,
    info,
    text
  }))
}

/** Each suite that is followed by traces, with them and the report after them. */
export const shown = (blocks: ReadonlyArray<Block>): ReadonlyArray<Shown> =>
  blocks.flatMap((suite, at) => {
    const [traces, report] = [blocks[at + 1], blocks[at + 2]]
    return suite.info === "ts suite" && traces?.info === "json" && report?.info === "text"
      ? [{ suite, traces, report }]
      : []
  })
