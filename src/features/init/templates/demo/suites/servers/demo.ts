/**
 * The tools of the MCP server "demo", as passhat types found them.
 */
import { server, tool } from "passhat"

export const demo = server("demo", {
  command: ["passhat", "mock", "--tools-from", "suites/servers/demo.yml"],
  tools: {
    opening_hours: tool<{ readonly city: string }>({
      description: "When a shop of the parcel service is open, by its city.",
      inputSchema: {
        type: "object",
        properties: { city: { type: "string" } },
        required: ["city"],
        additionalProperties: false
      }
    }),
    track_parcel: tool<{ readonly number: string }>({
      description: "Where a parcel is, by its number.",
      inputSchema: {
        type: "object",
        properties: { number: { type: "string", description: "The number on the label." } },
        required: ["number"],
        additionalProperties: false
      }
    })
  }
})
