/**
 * Keys of an agent's model, as requests carry them: in headers that are not kept, and in addresses. They are kept nowhere, also where
 * an agent or its provider repeats them.
 */
import type { Json } from "../../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../../base/std/Json.ts"

const HIDDEN = "[KEY]"

/** Shorter ones may be words: a placeholder, not a key. */
const SHORTEST = 12

/** Replaces the keys of a request in anything that is kept of it, and what its query calls a key. */
export const hidingKeys = (headers: Headers, path: string): ((value: Json) => Json) => {
  const keys = [...new Set([...inHeaders(headers), ...inQuery(path)])].filter((key) => key.length >= SHORTEST)
  const hidden = (text: string): string => keys.reduce((left, key) => left.replaceAll(key, HIDDEN), text)
  const hide = (value: Json): Json => {
    if (typeof value === "string") return hidden(value)
    if (isArray(value)) return value.map(hide)
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [hidden(name), hide(member)]))
      : value
  }
  return keys.length === 0 ? (value) => value : hide
}

/** A path as it is kept: the values of its query that are keys are left out, whatever they are. */
export const withoutKeys = (path: string): string =>
  path.replace(/\?.*$/s, (query) => query.replaceAll(KEY_OF_QUERY, `$1${HIDDEN}`))

const KEY_OF_QUERY = /([?&](?:[\w.-]*[_.-])?(?:api-?key|key|token|secret|auth|sig|signature|password)=)([^&]*)/gi

const inQuery = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(KEY_OF_QUERY), ([, , value = ""]) => value)

/** With or without the name of the scheme. */
const inHeaders = (headers: Headers): ReadonlyArray<string> =>
  [...headers]
    .filter(([name]) => /^(?:authorization|proxy-authorization|cookie|.*(?:key|token|secret).*)$/.test(name))
    .map(([, value]) => value.replace(/^(?:Bearer|Basic|Token) +/i, ""))
