/**
 * Runs in the spool of `passhat work`: nothing is handed in but what the worker had kept there.
 */
import { isDeepStrictEqual } from "node:util"
import { spooledIn, spoolText } from "../../../src/features/queue/store/spool.ts"
import type { LeasedUnit } from "../../../src/engine/services/RunQueue.ts"
import { textOf } from "../evidence.ts"
import { type Attack, bytesOf, type Reader } from "../Reader.ts"
import { recordings } from "../recordings.ts"

const FILE = "spool/0123456789abcdef/0123456789abcdef0123456789abcdef.json"

const kept = recordings.map(({ cell, header, runs: [run] }) => ({
  unit: { plan: "f".repeat(64), cell: cell.id, index: 1, generation: 0, attempt: 1 } satisfies LeasedUnit,
  result: { header, line: JSON.stringify(run), media: new Map([["a".repeat(64), "AAAA"]]) }
}))

/** With a hash that is right: whoever writes a file whole can do that. */
const forged = (name: string, change: (line: string) => string, index = 1): Attack => {
  const [{ result, unit }] = kept as [(typeof kept)[number]]
  const text = spoolText({ ...unit, index }, { ...result, line: change(result.line) })
  return { name, seed: 0, bytes: Buffer.from(text) }
}

export const spoolReader = (): Reader => ({
  name: "run in a spool",
  seeds: bytesOf(...kept.map(({ result, unit }) => spoolText(unit, result))),
  attacks: [
    forged("a line that is none", () => "{}"),
    forged("a line that is no JSON", (line) => line.slice(0, -9)),
    forged("two lines", (line) => `${line}\n${line}`),
    forged("another run", (line) => line, 2),
    forged("a run that did not complete", (line) =>
      line.replace('"status":"completed"', '"status":"infrastructure_error"')
    ),
    forged("a key twice", (line) => line.replace("{", '{"index":2,')),
    forged("a deep line", () => `${"[".repeat(100_000)}${"]".repeat(100_000)}`)
  ],
  place: /[0-9a-f]{32}\.json(?: |, line \d)/,
  read: async (bytes, seed) => {
    const found = spooledIn(FILE, textOf(bytes) ?? bytes.toString("utf8"))
    if (typeof found === "string") return { refusals: [found] }
    const isWritten = isDeepStrictEqual(found, kept[seed])
    return { refusals: [], ...(!isWritten && { wrong: "it hands in what no worker kept" }) }
  }
})
