/**
 * A weather server that knows one city, where the sky is always clear: `node suites/servers/weather/main.js`.
 */
import { z } from "zod"
import { failure, serve, structured } from "../serve.js"

const celsius = { today: 21, tomorrow: 19 }
const temperature = (day, units) =>
  units === "imperial" ? { fahrenheit: Math.round(celsius[day] * 1.8 + 32) } : { celsius: celsius[day] }

serve("weather", {
  get_weather: {
    description: "The weather in a city, today or tomorrow.",
    inputSchema: z.object({
      city: z.string(),
      day: z.enum(["today", "tomorrow"]).optional(),
      units: z.enum(["metric", "imperial"]).optional()
    }),
    answer: ({ city, day = "today", units }) =>
      city === "Sacramento"
        ? structured({ city, day, ...temperature(day, units), sky: "clear" })
        : failure(`No weather station in ${city}.`)
  },
  get_forecast: {
    description: "How warm it will be in a city on each of the next days, in degrees Celsius.",
    inputSchema: z.object({ city: z.string(), days: z.int().min(1).max(14) }),
    answer: ({ city, days }) =>
      city === "Sacramento"
        ? structured(Array.from({ length: days }, (_, at) => ({ day: at + 1, celsius: 19 + at })))
        : failure(`No forecast for ${city}.`)
  }
})
