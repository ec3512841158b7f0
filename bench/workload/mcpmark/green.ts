/**
 * The suite file that runs MCPMark's recordings with the gates `green`.
 */
import { readFileSync } from "node:fs"
import { main } from "passhat"
import { mcpmark } from "./suite.ts"

const green = mcpmark(JSON.parse(readFileSync(new URL("tasks.json", import.meta.url), "utf8")), "green")

export default green
await main(import.meta, green)
