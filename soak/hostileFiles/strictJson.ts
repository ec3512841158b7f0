/**
 * JSON as a careful reader takes it: a key that is written twice, or a number that is not the one in the text, is refused. Written anew,
 * so that it shares no mistake with the readers of passhat.
 */
import type { Json } from "../../src/base/domain/Json.ts"

/** Undefined for what is not strict JSON. */
export const strictJson = (text: string): Json | undefined => {
  let at = 0
  const blank = (): void => {
    while (" \t\r\n".includes(text[at] ?? "x")) at++
  }
  const word =
    /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*")/uy
  const scalar = (): Json | undefined => {
    word.lastIndex = at
    const [found] = word.exec(text) ?? []
    if (found === undefined) return undefined
    at += found.length
    const value = JSON.parse(found) as Json
    return typeof value === "number" && !isExact(found, value) ? undefined : value
  }
  const take = (character: string): boolean => {
    blank()
    if (text[at] !== character) return false
    at++
    return true
  }
  const items = (close: string, item: () => boolean): boolean => {
    if (take(close)) return true
    do if (!item()) return false
    while (take(","))
    return take(close)
  }
  const value = (depth: number): Json | undefined => {
    blank()
    if (depth > 128) return undefined
    if (take("[")) {
      const list: Array<Json> = []
      const isWhole = items("]", () => {
        const one = value(depth + 1)
        if (one !== undefined) list.push(one)
        return one !== undefined
      })
      return isWhole ? list : undefined
    }
    if (take("{")) {
      const keys = new Map<string, Json>()
      const isWhole = items("}", () => {
        blank()
        const key = scalar()
        if (typeof key !== "string" || keys.has(key) || !take(":")) return false
        const one = value(depth + 1)
        if (one !== undefined) keys.set(key, one)
        return one !== undefined
      })
      return isWhole ? Object.fromEntries(keys) : undefined
    }
    return scalar()
  }
  const whole = value(0)
  blank()
  return at === text.length ? whole : undefined
}

const isExact = (text: string, value: number): boolean =>
  Number.isFinite(value) && (!/^-?\d+$/.test(text) || BigInt(text) === BigInt(value))
