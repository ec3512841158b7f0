/** An agent on OpenAI's own SDK, by Chat Completions. */
import OpenAI from "openai"
import type { Drive } from "passhat"

const SYSTEM = "You answer questions about the weather."

export const gpt: Drive = async ({ call, modelProxy, prompt, tools }) => {
  const client = new OpenAI({ baseURL: await modelProxy.openai, apiKey: process.env["OPENAI_API_KEY"] ?? "none" })
  const messages: Array<OpenAI.ChatCompletionMessageParam> = [
    { role: "system", content: SYSTEM },
    { role: "user", content: `Question: ${prompt}` }
  ]
  for (;;) {
    const answer = await client.chat.completions.create({
      model: "gpt-5",
      messages,
      tools: tools.map(({ input_schema, name, server }) => ({
        type: "function",
        function: { name: `${server}__${name}`, parameters: input_schema as Record<string, unknown> }
      }))
    })
    const { message } = answer.choices[0]!
    messages.push(message)
    if (message.tool_calls === undefined) return message.content ?? ""
    for (const use of message.tool_calls) {
      if (use.type !== "function") continue
      const { content } = await call(use.function.name.replace("__", "/"), JSON.parse(use.function.arguments))
      messages.push({ role: "tool", tool_call_id: use.id, content: JSON.stringify(content) })
    }
  }
}
