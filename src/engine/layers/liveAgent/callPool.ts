/**
 * The recorded calls of a run with their results, each given to one call of the same tool with equal arguments, equal ones in order.
 */
import type { AskedCall, RecordedRun, ToolAnswer } from "../../../base/domain/recording/Cassette.ts"
import { callKey, toolKey } from "../../../base/domain/trace/callKey.ts"
import { isGivenUp } from "../../../base/domain/recording/givenUp.ts"
import { driverTrace, isOwnCall } from "../../../base/domain/recording/driverTrace.ts"
import { isObject } from "../../../base/std/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { type Difference, differences } from "../../../base/std/differences.ts"
import { knownResults } from "../../../base/domain/trace/oneResultPerCall.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"

export interface UnmatchedCall {
  readonly call: AskedCall
  /** The nearest call of the same tool that was not used. */
  readonly nearest?: { readonly id: string; readonly differences: ReadonlyArray<Difference> }
}

/** `none`: the recorded agent stopped waiting for it. */
export type Taken = ToolAnswer | "none" | UnmatchedCall

export interface CallPool {
  readonly take: (call: AskedCall) => Taken
  /** The same for a call whose result a fault has damaged. */
  readonly takeDamaged: (call: AskedCall) => Taken
  /** Whether any call of its tool was recorded. */
  readonly knows: (call: AskedCall) => boolean
  /** Those that were not used. */
  readonly left: () => ReadonlyArray<AskedCall>
  /** Whether every call was used, and in the order in which they were made. */
  readonly isInOrder: () => boolean
}

/** `servers` are those of the suite: calls of tools of the agent itself are its own to make. */
export const callPool = ({ trace, wire }: RecordedRun, servers: ReadonlyArray<string>): CallPool => {
  const read: Partial<Trace> = trace === undefined ? {} : driverTrace(trace)
  const { faults = [], tool_calls = [] } = read
  const isOwn = isOwnCall(servers)
  const given = wire?.results ?? {}
  const results = new Map(
    knownResults(read).map(({ call_id, ...result }) => [call_id, readResult(given[call_id]) ?? result] as const)
  )
  const faulted = new Map(faults.map(({ call_id, kind }) => [call_id, kind]))
  const recorded = tool_calls
    .filter((call) => !isOwn(call))
    .map((call, at) => ({ at, call, key: callKey(call), result: results.get(call.id), fault: faulted.get(call.id) }))
  const asked = recorded.filter(
    ({ fault, result }) =>
      fault === undefined || fault === "timeout" || (passing.has(fault) && result?.timed_out === false)
  )
  const damaged = recorded.filter(({ fault }) => fault !== undefined && damaging.has(fault))
  const known = new Set(asked.map(({ call }) => toolKey(call)))
  const order: Array<number> = []
  const takeFrom = (pool: typeof asked, call: AskedCall): Taken => {
    const found = pool.findIndex(({ key }) => key === callKey(call))
    if (found !== -1) {
      const [{ at, result }] = pool.splice(found, 1) as [(typeof asked)[number]]
      order.push(at)
      return result === undefined || isGivenUp(result) ? "none" : result
    }
    const ranked = pool
      .filter((one) => toolKey(one.call) === toolKey(call))
      .map((one) => ({ id: one.call.id, differences: differences({ args: one.call.args }, { args: call.args }) }))
      .toSorted((a, b) => a.differences.length - b.differences.length)
    return { call, ...(ranked[0] !== undefined && { nearest: ranked[0] }) }
  }
  return {
    take: (call) => takeFrom(asked, call),
    takeDamaged: (call) => takeFrom(damaged, call),
    knows: (call) => known.has(toolKey(call)),
    left: () => asked.map(({ call }) => call),
    isInOrder: () => asked.length === 0 && order.every((at, index) => index === 0 || order[index - 1]! < at)
  }
}

/** As the agent was given it, with the keys in their order. */
const readResult = (text: string | undefined): ToolAnswer | undefined => {
  const value: unknown = text === undefined ? undefined : tryCatch(() => JSON.parse(text))
  return isObject(value) && Array.isArray(value["content"]) ? (value as unknown as ToolAnswer) : undefined
}

/** Faults that damage what the server answers, and those that let it pass in time. Any other answers in place of the server. */
const damaging = new Set(["malformed", "truncated", "schema_drift"])
const passing = new Set(["slow", "reply_after_cancel"])
