import { agent, Model, suite } from "passhat"
import { weather } from "../servers.ts"

const embeddings = { specificationVersion: "v3" as const, provider: "mock", modelId: "e", doEmbed: async () => [] }

export default suite(
  "weather",
  agent("asks", { model: Model.aiSdk(embeddings), servers: [weather], prompt: "?" }),
  agent("asks again", { model: Model.anthropic("claude-m", { seed: 7 }), servers: [weather], prompt: "?" })
)
