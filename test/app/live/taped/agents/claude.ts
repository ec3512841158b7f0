/** An agent on Anthropic's own SDK, with streamed answers. */
import Anthropic from "@anthropic-ai/sdk"
import type { Drive } from "passhat"

const SYSTEM = "You answer questions about the weather."

export const claude: Drive = async ({ call, modelProxy, prompt, signal, step, tools }) => {
  const client = new Anthropic({
    baseURL: await modelProxy.anthropic,
    apiKey: process.env["ANTHROPIC_API_KEY"] ?? "none"
  })
  const messages: Array<Anthropic.MessageParam> = [{ role: "user", content: `Question: ${prompt}` }]
  for (;;) {
    const answer = await client.messages
      .stream(
        {
          model: "claude-sonnet-4-5",
          max_tokens: 500,
          system: SYSTEM,
          messages,
          tools: tools.map(({ input_schema, name, server }) => ({
            name: `${server}__${name}`,
            input_schema: input_schema as Anthropic.Tool.InputSchema
          }))
        },
        { signal }
      )
      .finalMessage()
    const uses = answer.content.filter((block) => block.type === "tool_use")
    const results = await Promise.all(
      uses.map(async ({ id, input, name }) => {
        const { content, is_error } = await call(name.replace("__", "/"), input as never)
        return { type: "tool_result" as const, tool_use_id: id, content: JSON.stringify(content), is_error }
      })
    )
    const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("")
    step({ text, stopReason: answer.stop_reason ?? undefined })
    if (uses.length === 0) return text
    messages.push({ role: "assistant", content: answer.content }, { role: "user", content: results })
  }
}
