/**
 * The weather server's tools, typed: a misspelt tool or argument is a compile error.
 */
import { Schema, server } from "passhat"

export const weather = server("weather", {
  command: ["node", "suites/servers/weather/main.js"],
  tools: {
    get_weather: Schema.Struct({
      city: Schema.String,
      day: Schema.optionalKey(Schema.Literals(["today", "tomorrow"])),
      units: Schema.optionalKey(Schema.Literals(["metric", "imperial"]))
    }),
    get_forecast: Schema.Struct({ city: Schema.String, days: Schema.Int })
  }
})
