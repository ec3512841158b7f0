/**
 * The tools of the MCP server "weather", as passhat types found them.
 */
import { server, tool } from "passhat"

export const weather = server("weather", {
  command: ["node", "suites/servers/weather/main.js"],
  tools: {
    get_forecast: tool<{ readonly city: string; readonly days: number }>({
      description: "How warm it will be in a city on each of the next days, in degrees Celsius.",
      inputSchema: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { city: { type: "string" }, days: { type: "integer", minimum: 1, maximum: 14 } },
        required: ["city", "days"]
      }
    }),
    get_weather: tool<{
      readonly city: string
      readonly day?: "today" | "tomorrow"
      readonly units?: "metric" | "imperial"
    }>({
      description: "The weather in a city, today or tomorrow.",
      inputSchema: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          city: { type: "string" },
          day: { type: "string", enum: ["today", "tomorrow"] },
          units: { type: "string", enum: ["metric", "imperial"] }
        },
        required: ["city"]
      }
    })
  }
})
