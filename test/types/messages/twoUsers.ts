import { agent, simulatedUser, suite, turns } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    turns("And in Davis?"),
    simulatedUser({ model: "claude-haiku-4-5", goal: "You want to know where it is warm." })
  )
)
