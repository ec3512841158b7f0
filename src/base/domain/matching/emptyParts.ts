/**
 * Parts that every value contains, and expressions that every text matches: a matcher of them checks nothing.
 */
import { isArray, isJsonObject, type Json } from "../../std/Json.ts"
import { fitsEvery } from "../../std/regex/fitsEvery.ts"

/** Every text contains "", every list [], every object {}. In a list, "" and {} are elements like others. */
export const emptyPart = (value: Json, ofList: boolean): ReadonlyArray<string> => {
  const isEmpty = isArray(value)
    ? value.length === 0
    : !ofList && (value === "" || (isJsonObject(value) && Object.keys(value).length === 0))
  return isEmpty ? [`is to contain ${JSON.stringify(value)}, which is part of every such value`] : []
}

/**
 * Whether an expression matches every text, like "", "^", ".*", "|zzz" or "^[^]*$". Any other expression is not found to match every text:
 * "^(?!.*secret)" looks like one, and does not.
 */
export const fitsEveryText = (pattern: string, flags: string): boolean =>
  anything.test(pattern) || (/[ms]/.test(flags) && /^\^\.\*\$$/.test(pattern)) || fitsEvery(pattern, flags)

const anything = /^\^\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]\*\$$/

/** Whether an expression matches no text: `not` of it matches every text. Any other expression is not found to match none. */
export const fitsNoText = (pattern: string): boolean =>
  /^(?:\[\]|\(\?!\)|\[\^(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\])+$/.test(pattern)
