/**
 * A scripted weather server.
 */
import type { JsonObject } from "../../src/base/domain/Json.ts"
import { type ScriptedTools, failure, structured } from "../../src/engine/layers/scripted/toolHub.ts"

const known = (city: unknown): boolean => city === "Sacramento"

export const weatherTools: ScriptedTools = {
  weather: {
    get_weather: ({ city, day = "today" }: JsonObject) =>
      known(city)
        ? structured({ city: "Sacramento", day, celsius: day === "today" ? 21 : 19, sky: "clear" })
        : failure(`No weather station in ${String(city)}.`),
    get_forecast: ({ city, days }: JsonObject) =>
      known(city)
        ? structured(Array.from({ length: Number(days) }, (_, at) => ({ day: at + 1, celsius: 19 + at })))
        : failure(`No forecast for ${String(city)}.`)
  }
}
