/**
 * An agent that prints secrets, and its last words too: `node agent.js <texts.json> [fails]`.
 */
import { readFileSync } from "node:fs"
import process from "node:process"

const [, , file = "", fails] = process.argv
const texts = JSON.parse(readFileSync(file, "utf8"))
if (fails === undefined) process.stdout.write(texts.printed)
else {
  process.stderr.write(texts.lastWords)
  process.exitCode = 4
}
