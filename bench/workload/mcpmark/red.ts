/**
 * The suite file that runs MCPMark's recordings with the gates `red`.
 */
import { readFileSync } from "node:fs"
import { main } from "passhat"
import { mcpmark } from "./suite.ts"

const red = mcpmark(JSON.parse(readFileSync(new URL("tasks.json", import.meta.url), "utf8")), "red")

export default red
await main(import.meta, red)
