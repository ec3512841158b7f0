/**
 * The limit for recordings as they are: a bare script that reads and parses every line of a folder of cassettes.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = process.argv[2] ?? ""
let parsed = 0
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".jsonl")) continue
  for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
    if (line === "") continue
    JSON.parse(line)
    parsed++
  }
}
console.log(`${parsed} lines parsed`)
process.exitCode = parsed > 0 ? 0 : 1
