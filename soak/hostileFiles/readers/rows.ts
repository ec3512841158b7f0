/**
 * Files of rows for `cases`, in CSV, JSONL and JSON.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "passhat/schema"
import { readRows } from "../../../src/features/rows/readRows.ts"
import { bytesOf, type Reader } from "../Reader.ts"

const Row = Schema.Struct({ name: Schema.String, prompt: Schema.String, days: Schema.optionalKey(Schema.Unknown) })

const extensions = ["csv", "jsonl", "json"]

const rows = [
  { name: "asks", prompt: 'What is "it", now?' },
  { name: "plans", prompt: "One line,\nand another.", days: 3 },
  { name: "tr\u00e4umt", prompt: "Why?" }
]

const csv = [
  "name,prompt,days",
  ...rows.map(({ days, name, prompt }) => `${name},"${prompt.replaceAll('"', '""')}",${days ?? ""}`),
  ""
]

export const rowsReader = (directory: string): Reader => ({
  name: "rows, csv",
  seeds: bytesOf(
    csv.join("\r\n"),
    rows.map((row) => JSON.stringify(row)).join("\n"),
    JSON.stringify(rows, undefined, 2)
  ),
  attacks: [
    {
      name: "a deep value",
      seed: 2,
      bytes: Buffer.from(`[{"name":"a","prompt":"b","days":${"[".repeat(100_000)}${"]".repeat(100_000)}}]`)
    },
    { name: "many quotes", seed: 0, bytes: Buffer.from(`name,prompt,days\na,"${'""'.repeat(500_000)},\n`) },
    { name: "many columns", seed: 0, bytes: Buffer.from(`${",a".repeat(20_000)}\n`) },
    { name: "a member that is no member", seed: 1, bytes: Buffer.from('{"__proto__":{"name":"a"},"prompt":"b"}') }
  ],
  place: /rows\.(csv|jsonl|json)(:\d+:\d+| has (no rows|\d+ mistakes))/,
  read: async (bytes, seed) => {
    const file = `rows.${extensions[seed % 3]}`
    const path = join(directory, file)
    writeFileSync(path, bytes)
    const read = readRows({ path, shown: file, isForeign: false, suite: import.meta.filename }, Row)
    if (typeof read === "string") return { refusals: [read.split("\n").slice(0, 3).join(" ")] }
    const names = read.map((row) => String(Reflect.get(row, "name")))
    const isSound =
      names.length > 0 && names.every((name) => name.trim() !== "") && new Set(names).size === names.length
    return { refusals: [], ...(!isSound && { wrong: "it has no rows, or rows without a name of their own" }) }
  }
})
