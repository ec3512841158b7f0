/**
 * The task of the agents, and its server.
 */
import { server, tool } from "passhat"

export const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})

export const task = { servers: [weather], prompt: "What is the weather in Sacramento?" }
