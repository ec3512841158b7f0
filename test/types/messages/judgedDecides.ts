import { agent, always, during, expect, judged, suite, turns } from "passhat"
import { weather } from "../servers.ts"

const friendly = judged("Is the tone friendly?", { model: "claude-haiku-4-5" })

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    turns("Thank you."),
    always(friendly),
    during(2, friendly),
    expect("stop_reason", friendly),
    judged("Is it short?", {})
  )
)
