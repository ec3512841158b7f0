import { agent, suite } from "passhat"
import { weather } from "../servers.ts"

export default suite("weather", agent("asks for the weather", { servers: [weather], prompt: "?" }))
