/**
 * Parts that every value contains, and expressions that every text matches: a matcher of them checks nothing.
 */
import { isArray, isJsonObject, type Json } from "../std/Json.ts"

/** Every text contains "", every list [], every object {}. In a list, "" and {} are elements like others. */
export const emptyPart = (value: Json, ofList: boolean): ReadonlyArray<string> => {
  const isEmpty = isArray(value)
    ? value.length === 0
    : !ofList && (value === "" || (isJsonObject(value) && Object.keys(value).length === 0))
  return isEmpty ? [`is to contain ${JSON.stringify(value)}, which is part of every such value`] : []
}

/**
 * Whether an expression matches the empty text somewhere in every text, like "", "^", ".*" or "\\s*$". Any other expression
 * is not found to match every text: "^(?!.*secret)" looks like one, and does not match every text.
 */
export const fitsEveryText = (pattern: string): boolean => open.test(pattern)

const ATOM = String.raw`(?:\w|\.|\\[dDsSwW]|\[(?:[^\]\\]|\\.)*\])`
/** Nothing, or one character that may be left out. */
const OPTIONAL = String.raw`(?:\(\?:\)|${ATOM}(?:\*|\?|\{0,\d*\})\??)?`
const ANYTHING = String.raw`\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]\*`
const open = new RegExp(`^(?:\\^?${OPTIONAL}|${OPTIONAL}\\$|\\^${ANYTHING}\\$)$`)
