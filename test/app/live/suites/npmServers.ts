/**
 * Agents that use servers from npm as they are: one over stdio and over HTTP, and one that reads files.
 */
import { agent, call, equals, exact, expect, main, server, suite, trajectory } from "passhat"
import { Schema } from "passhat/schema"

const program = (name: string): string => `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`

const everything = {
  echo: Schema.Struct({ message: Schema.String }),
  "get-sum": Schema.Struct({ a: Schema.Finite, b: Schema.Finite }),
  "get-structured-content": Schema.Struct({ location: Schema.String }),
  "get-tiny-image": Schema.Struct({})
}
const local = server("everything", { command: ["node", program("everything"), "stdio"], tools: everything })
const remote = server("remote", { url: process.env["EVERYTHING_URL"] ?? "", tools: everything })
const files = server("files", {
  command: ["node", program("filesystem"), "test/app/live/files"],
  tools: {
    read_text_file: Schema.Struct({ path: Schema.String }),
    list_directory: Schema.Struct({ path: Schema.String })
  }
})

const model = "claude-sonnet-4-5"

const npmServers = suite(
  "npm servers",
  agent("tries everything", { model, servers: [local], prompt: "Try everything." }).pipe(
    trajectory(
      "strict",
      call(local.tools.echo, exact({ message: "hi" })),
      call(local.tools["get-sum"], exact({ a: 2, b: 40 })),
      call(local.tools["get-structured-content"], exact({ location: "New York" })),
      call(local.tools["get-tiny-image"], exact({}))
    ),
    expect("tool_results[0].content[0].text", equals("Echo: hi")),
    expect("tool_results[1].content[0].text", equals("The sum of 2 and 40 is 42.")),
    expect("tool_results[2].structured.conditions", equals("Cloudy")),
    expect("tool_results[3].content[1].bytes", equals(4033))
  ),
  agent("adds from afar", { model, servers: [remote], prompt: "Add 2 and 40." }).pipe(
    trajectory("strict", call(remote.tools["get-sum"], exact({ a: 2, b: 40 }))),
    expect("tool_results[0].content[0].text", equals("The sum of 2 and 40 is 42."))
  ),
  agent("reads a note", { model, servers: [files], prompt: "Read the note." }).pipe(
    trajectory(
      "strict",
      call(files.tools.list_directory, exact({ path: "." })),
      call(files.tools.read_text_file, exact({ path: "note.txt" }))
    ),
    expect("tool_results[0].content[0].text", equals("[FILE] note.txt")),
    expect("tool_results[1].content[0].text", equals("Buy milk.\n"))
  )
)

export default npmServers
await main(import.meta, npmServers)
