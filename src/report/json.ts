/**
 * The report as one JSON document with sorted keys: for equal reports, equal bytes.
 *
 * Characters that a terminal or a CI runner would act on are written as escapes; a parser reads the same value.
 */
import stringify from "fast-json-stable-stringify"
import type { Reporter } from "./Reporter.ts"
import { HIDDEN, LEGACY_COMMAND } from "./visible.ts"

export const json: Reporter = {
  name: "json",
  render: (report) => `${stringify(report).replace(HIDDEN, escaped).replace(LEGACY_COMMAND, "#\\u0023")}\n`
}

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`
  ).join("")
