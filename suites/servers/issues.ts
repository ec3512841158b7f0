/**
 * The tools of the MCP server "issues", as passhat types found them.
 */
import { server, tool } from "passhat"

export const issues = server("issues", {
  command: ["node", "suites/servers/issues/main.js"],
  tools: {
    close_issue: tool<{ readonly id: number }>({
      description: "Closes an issue.",
      inputSchema: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { id: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 } },
        required: ["id"]
      }
    }),
    create_issue: tool<{ readonly title: string; readonly body?: string }>({
      description: "Opens an issue.",
      inputSchema: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { title: { type: "string", minLength: 1 }, body: { type: "string" } },
        required: ["title"]
      }
    }),
    get_issue: tool<{ readonly id: number }>({
      description: "Reads an issue.",
      inputSchema: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { id: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 } },
        required: ["id"]
      }
    }),
    list_issues: tool<{ readonly [x: string]: never }>({
      description: "Lists all issues, open and closed.",
      inputSchema: { type: "object", $schema: "https://json-schema.org/draft/2020-12/schema", properties: {} }
    })
  }
})
