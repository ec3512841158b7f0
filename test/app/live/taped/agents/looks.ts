/** An agent that shows its model a picture of the screen. */
import type { Drive } from "passhat"

export const looks: Drive = async ({ call, modelProxy, prompt }) => {
  const { content } = await call("screenshot")
  const [, image] = content as ReadonlyArray<{ data: string; mimeType: string }>
  const source = { type: "base64", media_type: image?.mimeType, data: image?.data }
  const response = await fetch(`${await modelProxy.anthropic}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "claude-haiku-4-5",
      messages: [
        { role: "user", content: prompt },
        { role: "user", content: [{ type: "image", source }] }
      ]
    })
  })
  return response.ok ? "I see." : "I see nothing."
}
