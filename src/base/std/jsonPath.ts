/**
 * Writes a path into a JSON document for messages.
 */
import { joinPath } from "./differences.ts"

/** `exchanges[0].call.args["postal code"]` */
export const jsonPath = (segments: ReadonlyArray<PropertyKey>): string =>
  segments.reduce<string>(
    (path, segment) => (typeof segment === "number" ? `${path}[${segment}]` : joinPath(path, String(segment))),
    ""
  )
