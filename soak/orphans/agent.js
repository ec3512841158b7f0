/**
 * An agent in a process of its own that ends, or waits and ignores SIGTERM: `node agent.js`.
 */
import { writeFileSync } from "node:fs"

const { ENDING, PASSHAT_MCP_URL, WAITING } = process.env

process.on("SIGTERM", () => {})
if (ENDING === "throw") process.exit(3)
if (ENDING === "pass" || ENDING === "gate fails") process.stdout.write("done\n")
else {
  setInterval(() => {}, 1000)
  writeFileSync(WAITING, PASSHAT_MCP_URL)
}
