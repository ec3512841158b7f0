import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import * as fc from "fast-check"
import { reporters } from "../../src/cli/output/reporters.ts"
import type { Report } from "../../src/domain/Verdict.ts"
import { anyText, hostile } from "./hostile.ts"
import { cell, plain, positions, sample, renderText, withText } from "./sample.ts"
import * as structures from "./structures.ts"

/** The sample with every optional part of a report. */
const full: Report = {
  ...sample,
  suites: sample.suites.map((one) => ({
    ...one,
    cells: [
      ...one.cells.map((each) => ({
        ...each,
        matrix: { table: "asks", row: "hang", column: "search" },
        gates: each.gates.map((gate) => ({ ...gate, source: { file: "suites/weather.ts", line: 7 } }))
      })),
      cell({ name: "later", verdict: "none", skipped: "too slow", runs: [], gates: [] })
    ]
  }))
}

/** The reader of each format. The html page is tested in a browser instead. */
const readers: Readonly<Record<string, structures.Structure>> = {
  pretty: structures.lines,
  agent: structures.lines,
  json: structures.json,
  ndjson: structures.ndjson,
  otlp: structures.ndjson,
  junit: structures.xml,
  github: structures.workflow,
  markdown: structures.markdown
}

type Render = (report: Report) => string

const renders: ReadonlyMap<string, Render> = new Map(
  await Promise.all(
    reporters
      .filter(({ name }) => name !== "html")
      .map(async ({ load, name }) => {
        const reporter = await load()
        return [name, (report: Report) => renderText(reporter, report, { ...plain, verbose: true })] as const
      })
  )
)

/** A harmless word, as long as a name. */
const HARMLESS = "harmless"

/** Asserts that hostile text changes no structure of what a reporter prints. Renders the harmless report once per position. */
const keeperOf = (render: Render, structure: structures.Structure) => {
  const structureOf = (word: string, position?: string) =>
    structure(render(withText(full, (original, at) => (position === undefined || position === at ? word : original))))
  const harmless = new Map<string | undefined, ReturnType<structures.Structure>>()
  return (text: string, position?: string): void => {
    const expected = harmless.get(position) ?? structureOf(HARMLESS, position)
    harmless.set(position, expected)
    assert.deepEqual(structureOf(text, position), expected, position ?? "everywhere")
  }
}

const words = hostile.filter((text) => text !== "")

describe.each([...renders])("hostile text in a report by %s", (name, render) => {
  const structure = readers[name]
  assert.ok(structure, `add a reader for ${name} to structures.ts`)
  const keeps = keeperOf(render, structure)

  test("is printed as text in every position, one at a time", () => {
    for (const position of positions(full)) for (const text of words) keeps(text, position)
  })

  test("is printed as text in all positions at once", () => {
    for (const text of words) keeps(text)
  })

  test("is printed as text, whatever it is", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text.trim() !== ""),
        fc.constantFrom(undefined, ...positions(full)),
        (text, position) => keeps(text, position)
      ),
      { numRuns: 1_000 }
    )
  })
})

test("strict parsers of another language read every document", () => {
  const documents = ["junit", "json"].flatMap((name) =>
    words.map((text) => [name, renders.get(name)?.(withText(full, () => text))])
  )
  const program = [
    "import json, sys, xml.parsers.expat",
    "def refuse(x): raise ValueError(x)",
    "for name, text in json.load(sys.stdin):",
    "  data = text.encode('utf-8')",
    "  if name == 'junit': xml.parsers.expat.ParserCreate('utf-8').Parse(data, True)",
    "  else: json.loads(data.decode('utf-8'), parse_constant=refuse)",
    "print('read')"
  ].join("\n")
  const { stderr, stdout } = spawnSync("python3", ["-c", program], {
    input: JSON.stringify(documents),
    encoding: "utf8"
  })
  assert.equal(stdout, "read\n", stderr)
})

/** Careless reporters, which the readers above must catch. */
describe("the readers catch a careless reporter", () => {
  const wordsOf = (report: Report): ReadonlyArray<string> => {
    const found: Array<string> = []
    withText(report, (word) => (found.push(word), word))
    return found
  }
  const careless: ReadonlyArray<readonly [string, string, (words: ReadonlyArray<string>) => string, least: number]> = [
    ["prints what it is given", "pretty", (all) => all.join("\n"), 15],
    ["joins strings to JSON", "json", (all) => `["${all.join('","')}"]`, 15],
    [
      "joins strings to XML",
      "junit",
      (all) => `<?xml version="1.0" encoding="UTF-8"?>\n<a>${all.join("</a>\n<a>")}</a>`,
      15
    ],
    [
      "escapes only line feeds in commands",
      "github",
      (all) => all.map((one) => `::error title=${one}::${one.replaceAll("\n", "%0A")}`).join("\n"),
      8
    ],
    ["writes Markdown as text", "markdown", (all) => all.map((one) => `- ${one}`).join("\n"), 15],
    [
      "quotes Markdown with one backtick",
      "markdown",
      (all) => all.map((one) => `| \`${one.replaceAll("\n", " ")}\` |`).join("\n"),
      10
    ]
  ]
  test.each(careless)("that %s", (_, name, careless_, least) => {
    const keeps = keeperOf((report) => careless_(wordsOf(report)), readers[name]!)
    const caught = words.filter((text) => {
      try {
        keeps(text)
        return false
      } catch {
        return true
      }
    })
    assert.ok(caught.length >= least, `only ${caught.length} of ${words.length} are caught`)
  })
})

describe("the runner's commands", () => {
  const table: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["::error file=a.ts,line=1,title=x::text", ["error file line title"]],
    ["\u3000 ::set-output name=x::y", ["set-output name"]],
    ["before ##[command]rm", ["command "]],
    ["a\r::warning::b", ["warning "]],
    ["x ::error::y", []],
    [": :error::", []]
  ]
  test.each(table)("%p", (text, expected) => assert.deepEqual(structures.commandsIn(text), expected))
})
