/**
 * The readers with which the soak `output` looks at what reporters print: they catch careless reporters.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { deflateRawSync } from "node:zlib"
import { keeperOf, words } from "../../soak/output/reporters.ts"
import * as structures from "../../soak/output/structures.ts"
import type { Report } from "../../src/base/domain/verdict/Verdict.ts"
import { withText } from "../edges/report/sample.ts"

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
    ],
    ["leaves JSON in a page as it is", "html", (all) => pageOf("application/json", JSON.stringify(all)), 15],
    [
      "joins strings to JSON and compresses it",
      "html",
      (all) =>
        pageOf("text/plain", deflateRawSync(`{"cell":{},"runs":["${all.join('","')}"],"table":[]}`).toString("base64")),
      15
    ]
  ]
  const pageOf = (type: string, data: string): string => `<script type="${type}" id="data">${data}</script>\n`
  test.each(careless)("that %s", (_, name, careless_, least) => {
    const keeps = keeperOf((report) => careless_(wordsOf(report)), structures.readers[name]!)
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
