import { agent, suite, turns } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    turns(async ({ final_response }) => `You say ${final_response}`)
  )
)
