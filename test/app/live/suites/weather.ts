/**
 * The shipped weather server, started by Bun: that takes half of the time that Node takes.
 */
import { weather as shipped } from "../../../../suites/servers/weather.ts"

export const weather: typeof shipped = {
  ...shipped,
  reached: { command: ["node_modules/.bin/bun", "suites/servers/weather/main.js"] }
}
