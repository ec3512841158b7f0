/** The "model": reads the trace whose file is the prompt. */
import { readFileSync } from "node:fs"

export default class Recorded {
  id() {
    return "recorded"
  }
  async callApi(file) {
    const trace = JSON.parse(readFileSync(file, "utf8"))
    const { input, output, total } = trace.conversation.tokens
    return { output: trace, tokenUsage: { total, prompt: input, completion: output } }
  }
}
