/**
 * The report as one HTML page without network, server or installation.
 *
 * The page's security policy allows its own script, by hash, and nothing else. Data is in blocks that no browser executes: the
 * overview as JSON, and each cell compressed. The script writes it into text nodes only.
 */
import { createHash } from "node:crypto"
import stringify from "fast-json-stable-stringify"
import { escapeJson } from "../../base/std/escape.ts"
import type { Reporter } from "../../edges/report/Reporter.ts"
import { marks } from "../../edges/report/Row.ts"
import { script, style } from "./bundle.ts"
import { contentsOf } from "./Overview.ts"
import { packedCell } from "./packedCell.ts"

export const html: Reporter = {
  name: "html",
  showsLocations: true,
  showsAnalysis: true,
  showsBaseline: true,
  showsTrends: true,
  render: function* (report, { baseline, trends }) {
    const { entries, overview } = contentsOf(report, baseline, trends)
    yield head(marks[report.verdict])
    yield* block("overview", "application/json", [inert(stringify(overview))])
    for (const [at, { cell }] of entries.entries()) {
      if (cell !== undefined) yield* block(`cell-${at}`, "text/plain", packedCell(cell))
    }
    yield `<script>${script}</script>\n</body>\n</html>\n`
  }
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const policy = (): string =>
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`

const head = (verdict: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${verdict} · passhat</title>
<style>${style}</style>
</head>
<body>
<noscript>${verdict}. This page needs its own script to show more. passhat run prints the same report as text.</noscript>
`

/** A block of data, which no browser executes. */
function* block(id: string, type: string, pieces: Iterable<string>): Iterable<string> {
  yield `<script type="${type}" id="${id}">`
  yield* pieces
  yield "</script>\n"
}

/** JSON without the characters that could end its block or start markup. */
const inert = (json: string): string => escapeJson(json).replace(/[<>&]/g, unicode)

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
