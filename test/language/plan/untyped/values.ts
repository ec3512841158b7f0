/**
 * Values that a suite in plain JavaScript may give anywhere.
 */

/** `any`, since most of them compile nowhere. */
export type Untyped = any

/** What the getters of the table throw. */
export const THROWN = "the getter of the suite throws"

const throwing = (): never => {
  throw new Error(THROWN)
}

/** Each is made anew for every place, because some combinators freeze what they are given. */
export const values = {
  undefined: () => undefined,
  null: () => null,
  number: () => 5,
  NaN: () => Number.NaN,
  text: () => "text",
  numeral: () => "0.5",
  "empty text": () => "",
  list: () => [],
  "list of undefined": () => [undefined],
  object: () => ({}),
  function: () => () => 5,
  symbol: () => Symbol("own"),
  proxy: () => new Proxy({}, {}),
  /** Has a member, which cannot be read. */
  getter: () => new Proxy({ city: "Rome" }, { get: throwing }),
  /** Every operation on it throws, `Array.isArray` too. */
  "revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }
} satisfies { readonly [name: string]: () => Untyped }

export type ValueName = keyof typeof values
