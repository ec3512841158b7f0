/**
 * `tool`: one tool of a catalogue, as its server lists it, with the type of its arguments.
 */
import type { JsonObject } from "../../base/std/Json.ts"
import type { ListedTool, Listing } from "../../base/domain/plan/Tool.ts"

/**
 * A tool as its server lists it. `passhat types` writes these. Without a type, any arguments compile.
 *
 * ```ts
 * const forecasts = server("forecasts", {
 *   command: ["node", "forecasts.js"],
 *   tools: {
 *     get_weather: tool<{ readonly city: string }>({
 *       description: "The weather in a city.",
 *       annotations: { readOnlyHint: true },
 *       inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
 *     })
 *   }
 * })
 * ```
 */
export const tool = <Args = JsonObject>(listing: Listing): ListedTool<Args> => listing as ListedTool<Args>
