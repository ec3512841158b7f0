/**
 * A matcher in words.
 */
import type { MatcherData } from "./Matcher.ts"

/** Words a matcher for a red line: "at least 0.5". */
export const phrase = (matcher: MatcherData): string => {
  switch (matcher.op) {
    case "equals":
      return `equal to ${JSON.stringify(matcher.value)}`
    case "contains":
      return `containing ${JSON.stringify(matcher.value)}`
    case "icontains":
      return `containing ${JSON.stringify(matcher.value)} in any case`
    case "containsAll":
      return `containing all of ${JSON.stringify(matcher.values)}`
    case "regex":
      return `matching /${matcher.pattern}/${matcher.flags}`
    case "schema":
      return "valid against the JSON Schema"
    case "atLeast":
      return `at least ${matcher.value}`
    case "atMost":
      return `at most ${matcher.value}`
    case "between":
      return `between ${matcher.min} and ${matcher.max}`
    case "length":
      return `of a length ${phrase(matcher.of)}`
    case "not":
      return `not ${phrase(matcher.of)}`
    case "allOf":
      return matcher.of.map(phrase).join(" and ")
    case "anyOf":
      return matcher.of.map(phrase).join(" or ")
  }
}
