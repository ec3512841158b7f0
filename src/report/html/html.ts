/**
 * The report as one HTML page that needs nothing else: no network, no server, nothing installed.
 *
 * The page's policy runs its own script, known by hash, and nothing else. What comes from a trace is data in a block
 * that no browser executes, and the script writes it into text nodes only.
 */
import { createHash } from "node:crypto"
import stringify from "fast-json-stable-stringify"
import type { Json } from "../../domain/Json.ts"
import type { CellVerdict } from "../../domain/Verdict.ts"
import { inert } from "../json.ts"
import type { Reporter } from "../Reporter.ts"
import { marks } from "../sections.ts"
import { script, style } from "./bundle.ts"
import { ledgerOf, listed } from "./Ledger.ts"
import { packer } from "./packing.ts"

export const html: Reporter = {
  name: "html",
  showsLocations: true,
  showsAnalysis: true,
  render: function* (report) {
    const entries = listed(report)
    yield head(marks[report.verdict])
    yield* block("ledger", [stringify(ledgerOf(report, entries))])
    for (const [at, { cell }] of entries.entries()) if (cell !== undefined) yield* block(`cell-${at}`, cellData(cell))
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

/** A block of data. Nothing in it can end the block, and nothing in it is markup. */
function* block(id: string, pieces: Iterable<string>): Iterable<string> {
  yield `<script type="application/json" id="${id}">`
  for (const piece of pieces) yield inert(piece).replace(/[<>&]/g, unicode)
  yield "</script>\n"
}

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** One run at a time: the runs of a cell may be more than one string can hold. */
function* cellData({ runs, ...cell }: CellVerdict): Iterable<string> {
  const { pack, table } = packer()
  yield `{"runs":[`
  for (const [at, run] of runs.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(pack(run as Json))}`
  yield `],"cell":${JSON.stringify(pack(cell as Json))},"table":[`
  for (const [at, entry] of table.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(entry)}`
  yield "]}"
}
