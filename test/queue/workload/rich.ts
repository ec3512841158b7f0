/**
 * Cells with all that a recording can hold: images of a real MCP server, for the built-in agent and for a driver that asks its model through
 * the proxy; a judge; a simulated user; and a cell that stops early. ASKS is how often the driver without servers asks in each of its runs.
 */
import process from "node:process"
import {
  agent,
  type CustomAsk,
  driver,
  equals,
  expect,
  judged,
  main,
  Model,
  passRate,
  runs,
  server,
  type Session,
  simulatedUser,
  suite,
  tool
} from "passhat"

const everything = server("everything", {
  command: ["node", "node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio"],
  tools: {
    "get-tiny-image": tool<{ readonly [x: string]: never }>({
      description: "Returns a tiny MCP logo image.",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} }
    })
  }
})

/** Asks a stand-in of Anthropic's API as a client of the agent's own would. */
const ask = async ({ modelProxy, signal }: Session, messages: ReadonlyArray<unknown>): Promise<string> => {
  const response = await fetch(`${await modelProxy.anthropic}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "none" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 500, messages }),
    signal
  })
  const { content } = (await response.json()) as { readonly content: ReadonlyArray<{ readonly text: string }> }
  return content.map(({ text }) => text).join("")
}

const user = (content: unknown) => ({ role: "user", content })
const assistant = (content: string) => ({ role: "assistant", content })

const looker = driver("looker", "1", async (session) => {
  const said = await ask(session, [user(session.prompt)])
  const { content } = await session.call("everything/get-tiny-image", {})
  return ask(session, [user(session.prompt), assistant(said), user(content)])
})

const asker = driver("asker", "1", async (session) => {
  let said = ""
  for (let turn = 1; turn <= Number(process.env["ASKS"] ?? "1"); turn++)
    said = await ask(session, [user(session.prompt)])
  return said
})

const usage = { input: 100, output: 20 }

/** Looks once, and then says what it was shown and told. */
const talks: CustomAsk = async ({ messages }) => {
  const last = messages.at(-1)
  if (messages.length === 1) return { calls: [{ name: "everything__get-tiny-image", args: {} }], usage }
  return last?.role === "tools"
    ? { text: `It shows ${last.results[0]?.text.length} characters.`, usage }
    : { text: "You are welcome.", usage }
}

const traveller: CustomAsk = async ({ messages }) => ({
  text: messages.filter(({ role }) => role === "assistant").length === 0 ? "Thank you." : "[END OF CONVERSATION]",
  usage
})

const kind: CustomAsk = async () => ({ text: `{"verdict":"pass","reason":"It is kind."}`, usage })

const ends = expect("stop_reason", equals("end_turn"))

const rich = suite(
  "rich",
  agent("looks", { driver: looker, servers: [everything], prompt: "What is it?" }).pipe(
    runs(2),
    expect("tool_results[0].is_error", equals(false))
  ),
  agent("asks", { driver: asker, servers: [], prompt: "Are you there?" }).pipe(runs(2), ends),
  agent("talks", { model: Model.custom("talks", talks), servers: [everything], prompt: "Look at it." }).pipe(
    runs(2),
    simulatedUser({ model: Model.custom("traveller", traveller), goal: "You want to know what it is." }),
    judged("Is the tone friendly?", { model: Model.custom("kind", kind) }),
    ends
  ),
  agent("stops", {
    model: Model.custom("says", async () => ({ text: "Yes.", usage })),
    servers: [],
    prompt: "Say."
  }).pipe(runs(6), ends, passRate({ atLeast: 0.5, confidence: 0.8, stopEarly: true })),
  agent("fails", { model: Model.custom("no", async () => ({ text: "No.", usage })), servers: [], prompt: "Say." }).pipe(
    runs(2),
    expect("stop_reason", equals("refusal"))
  )
)

export default rich
await main(import.meta, rich)
