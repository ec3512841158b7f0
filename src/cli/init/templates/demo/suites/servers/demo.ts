/**
 * The tools of the MCP server "demo", as passhat types found them.
 */
import { Schema, server } from "passhat"

export const demo = server("demo", {
  command: ["passhat", "mock", "--tools-from", "suites/servers/demo.yml"],
  tools: {
    /** When a shop of the parcel service is open, by its city. */
    opening_hours: Schema.Struct({ city: Schema.String }),
    /** Where a parcel is, by its number. */
    track_parcel: Schema.Struct({
      /** The number on the label. */
      number: Schema.String
    })
  }
})
