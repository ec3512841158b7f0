import { agent, always, passRate, runs, said, contains, suite } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    runs(5),
    always(passRate({ atLeast: 0.9 })),
    always(said(contains("degrees")))
  )
)
