/** An agent that sends what is new in every run: the time in a text, and an id of its own. */
import { randomUUID } from "node:crypto"
import type { Drive } from "passhat"

export const stamped: Drive = async ({ call, modelProxy, prompt }) => {
  await call("get_weather", { city: "Sacramento" })
  const body = {
    model: "claude-haiku-4-5",
    system: `You are helpful. It is ${new Date().toISOString()}. Be brief.`,
    metadata: { user_id: randomUUID(), session: `s${Math.random()}` },
    secret: process.env["SHARED_TOKEN"],
    messages: [{ role: "user", content: prompt }]
  }
  const response = await fetch(`${await modelProxy.anthropic}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const { content } = (await response.json()) as { content: ReadonlyArray<{ text: string }> }
  return content.map(({ text }) => text).join("")
}
