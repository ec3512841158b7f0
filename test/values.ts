/** Values of every kind that JavaScript has, for predicates that must agree with a Schema. */

const looped: { self?: unknown } = {}
looped.self = { list: [looped] }
const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 1)
const shared = { x: 1 }

export const values: Readonly<Record<string, unknown>> = {
  null: null,
  text: "a",
  "an empty text": "",
  true: true,
  zero: 0,
  "minus zero": -0,
  NaN: NaN,
  infinity: -Infinity,
  bigint: 1n,
  symbol: Symbol("a"),
  undefined: undefined,
  function: () => 1,
  list: [1, "a", [null, {}]],
  "a list with holes": Object.assign(Array.from<unknown>([]), { 1: 1 }),
  "a list with a name": Object.assign([1], { x: () => 1 }),
  "a list of undefined": [undefined],
  object: { a: { b: [1] } },
  "an object that says undefined": { a: undefined },
  "an object without a prototype": Object.assign(Object.create(null), { a: 1 }),
  "an object that inherits": Object.create({ a: 1 }),
  "a hidden function": Object.defineProperty({}, "a", { value: () => 1 }),
  "a key that is a symbol": { [Symbol("a")]: () => 1 },
  "a key __proto__": JSON.parse('{"__proto__":{"a":1}}'),
  "a class": new (class {
    readonly a = 1
  })(),
  date: new Date(0),
  map: new Map(),
  bytes: new Uint8Array(2),
  "a boxed text": Object("a"),
  error: new Error("a"),
  promise: Promise.resolve(1),
  "one that holds itself": looped,
  "one that is held twice": [shared, { shared }],
  "a deep one": deep
}
