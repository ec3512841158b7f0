/**
 * The tools that a request offers to a model.
 */
import type { JsonObject } from "../../../base/domain/Json.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import { listOf, objectOf, textOf } from "../../../edges/telemetry/fields.ts"
import type { SeenTool } from "../../../edges/telemetry/Item.ts"

/** The functions that a request offers: of Chat Completions, of its older form, or of Responses. */
export const functionTools = ({ functions, tools }: JsonObject, server: string): ReadonlyArray<SeenTool> =>
  [...listOf(tools), ...listOf(functions)].flatMap((tool) => {
    const fields = objectOf(tool)
    const { description, name, parameters } = isJsonObject(fields["function"]) ? fields["function"] : fields
    return typeof name === "string" && isJsonObject(parameters)
      ? [
          {
            server,
            name,
            ...(textOf(description) !== undefined && { description: String(description) }),
            input_schema: parameters
          }
        ]
      : []
  })
