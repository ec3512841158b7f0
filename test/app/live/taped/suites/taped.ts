/** One question for agents of three kinds. */
import { command, driver, main } from "passhat"
import { claude } from "../agents/claude.ts"
import { gpt } from "../agents/gpt.ts"
import { tapedSuite } from "./tapedSuite.ts"

const options = { sources: ["agents/*.ts"] }

const taped = tapedSuite({
  python: command(["python3", "agents/ask.py"], { name: "ask.py" }),
  claude: driver("claude", "1", claude, options),
  gpt: driver("gpt", "1", gpt, options)
})
export default taped
await main(import.meta, taped)
