/**
 * Pairs the calls of two runs in order: the same call with the same arguments, else the same tool with other arguments,
 * else a call that only one of the runs has.
 */
import { leftOut } from "../../std/alignment.ts"
import type { ToolCall } from "./Trace.ts"

export type AlignedCall =
  | { readonly kind: "same" | "changed"; readonly left: ToolCall; readonly right: ToolCall }
  | { readonly kind: "missing"; readonly left: ToolCall }
  | { readonly kind: "extra"; readonly right: ToolCall }

type Calls = ReadonlyArray<ToolCall>

/** What makes two calls the same call, and two tools the same tool. */
export interface Keys {
  readonly call: (call: ToolCall) => string
  readonly tool: (call: ToolCall) => string
}

export const alignCalls = (left: Calls, right: Calls, keys: Keys): ReadonlyArray<AlignedCall> =>
  aligned(left, right, [
    { kind: "same", key: keys.call },
    { kind: "changed", key: keys.tool }
  ])

interface Level {
  readonly kind: "same" | "changed"
  readonly key: (call: ToolCall) => string
}

/** The calls between two pairs of one level are aligned by the next level. */
const aligned = (left: Calls, right: Calls, [level, ...others]: ReadonlyArray<Level>): ReadonlyArray<AlignedCall> => {
  if (level === undefined) {
    return [
      ...left.map((call): AlignedCall => ({ kind: "missing", left: call })),
      ...right.map((call): AlignedCall => ({ kind: "extra", right: call }))
    ]
  }
  let [l, r] = [0, 0]
  const steps = pairsOf(left.map(level.key), right.map(level.key)).flatMap(([toL, toR]): ReadonlyArray<AlignedCall> => {
    const between = aligned(left.slice(l, toL), right.slice(r, toR), others)
    ;[l, r] = [toL + 1, toR + 1]
    return [...between, { kind: level.kind, left: left[toL]!, right: right[toR]! }]
  })
  return [...steps, ...aligned(left.slice(l), right.slice(r), others)]
}

/** A longest common subsequence, as indices on both sides. */
export const pairsOf = (
  left: ReadonlyArray<string>,
  right: ReadonlyArray<string>
): ReadonlyArray<readonly [number, number]> => {
  const out = new Set(leftOut(left.length, right.length, (l, r) => left[l] === right[r]))
  let from = 0
  return left.flatMap((key, l) => {
    if (out.has(l)) return []
    const r = right.indexOf(key, from)
    from = r + 1
    return [[l, r] as const]
  })
}
