/**
 * Two servers for the type tests.
 */
import { server } from "passhat"
import { Schema } from "passhat/schema"

export const weather = server("weather", {
  command: ["node", "weather.js"],
  tools: {
    get_weather: Schema.Struct({
      city: Schema.String,
      units: Schema.optionalKey(Schema.Literals(["metric", "imperial"]))
    }),
    get_forecast: Schema.Struct({ city: Schema.String, days: Schema.Int })
  }
})

export const issues = server("issues", {
  url: "http://127.0.0.1:3000/mcp",
  tools: { create_issue: Schema.Struct({ title: Schema.String }) }
})
