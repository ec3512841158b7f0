/** An agent whose parts ask its model side by side, in an order that differs from run to run. Two of them ask the same. */
import Anthropic from "@anthropic-ai/sdk"
import type { Drive } from "passhat"

const parts = ["Sacramento", "Oslo", "Rome", "Oslo"]

export const team: Drive = async ({ call, modelProxy }) => {
  const client = new Anthropic({ baseURL: await modelProxy.anthropic, apiKey: "none" })
  const order = process.env["REVERSED"] === undefined ? parts : parts.toReversed()
  const texts = await Promise.all(
    order.map(async (city) => {
      const { content } = await client.messages.create({
        model: "claude-haiku-4-5",
        max_tokens: 100,
        messages: [{ role: "user", content: city }]
      })
      await call("get_weather", { city })
      return content.map((block) => (block.type === "text" ? block.text : "")).join("")
    })
  )
  return texts.toSorted().join(" ")
}
