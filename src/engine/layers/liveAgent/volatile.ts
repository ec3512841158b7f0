/**
 * Leaves out of a request what differs from run to run: members at paths, and parts of texts.
 *
 * A path is that of messages, `metadata.user_id` and `messages[0].content`; `*` is any index or name: `messages[*].id`.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { volatileRules } from "./volatileRules.ts"

const LEFT_OUT = "[LEFT OUT]"

export type LeaveOut = (value: Json) => Json

export const leavingOut = (volatile: ReadonlyArray<string | RegExp>, put = LEFT_OUT): LeaveOut => {
  const paths = volatile.flatMap((one) => (typeof one === "string" ? [segmentsOf(one)] : []))
  const patterns = volatile.flatMap((one) => (typeof one === "string" ? [] : [everywhere(one)]))
  const inText = (text: string): string => patterns.reduce((left, pattern) => left.replace(pattern, put), text)
  const inTexts = (value: Json): Json => {
    if (typeof value === "string") return inText(value)
    if (isArray(value)) return value.map(inTexts)
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inTexts(member)]))
      : value
  }
  return (value) => {
    const left = paths.reduce(without, value)
    return patterns.length === 0 ? left : inTexts(left)
  }
}

/** Leaves out what the frameworks are known to send that a request is of. */
export const knownLeftOut: LeaveOut = (value) => {
  const text = JSON.stringify(value)
  return volatileRules
    .filter(({ sign }) => sign.test(text))
    .reduce((left, { rules }) => {
      const those = (moving: boolean) => rules.filter(({ moves = false }) => moves === moving).map((one) => one.leftOut)
      return leavingOut(those(false))(leavingOut(those(true), "")(left))
    }, value)
}

const everywhere = (pattern: RegExp): RegExp => (pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`))

type Segments = ReadonlyArray<string>

/** `a.b`, `a[0]`, `a.0`, `a[*]`, `a.*` and `a["b c"]`. */
const segmentsOf = (path: string): Segments =>
  Array.from(path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|([^.[\]]+)/g), ([, quoted, index, name]) =>
    quoted === undefined ? (index ?? name ?? "") : (JSON.parse(`"${quoted}"`) as string)
  )

const without = (value: Json, [first, ...rest]: Segments): Json => {
  if (first === undefined) return value
  if (isArray(value)) {
    return value.flatMap((member, at) => {
      if (first !== "*" && first !== String(at)) return [member]
      return rest.length === 0 ? [null] : [without(member, rest)]
    })
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): ReadonlyArray<readonly [string, Json]> => {
      if (first !== "*" && first !== name) return [[name, member]]
      return rest.length === 0 ? [] : [[name, without(member, rest)]]
    })
  )
}
