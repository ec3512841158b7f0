/**
 * An agent that tells its model secrets and prints them, and its last words too: `node agent.js <texts.json> [fails]`.
 */
import { readFileSync } from "node:fs"
import process from "node:process"

const [, , file = "", fails] = process.argv
const texts = JSON.parse(readFileSync(file, "utf8"))
if (fails === undefined) {
  await fetch(
    `${process.env.ANTHROPIC_BASE_URL}/v1/messages?key=${encodeURIComponent(process.env.ANTHROPIC_API_KEY)}`,
    {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
      body: JSON.stringify({
        model: "claude-haiku-4-5",
        messages: [{ role: "user", content: `Spill ${texts.asked}${process.env.ASKED ?? ""}` }]
      })
    }
  ).then((response) => response.text())
  process.stdout.write(texts.printed)
} else {
  process.stderr.write(texts.lastWords)
  process.exitCode = 4
}
