/**
 * How alike 1,000 runs of 1,000 calls are, all of them different: the metric against the two-row dynamic programme.
 *
 * `bun run bench/similarity.ts` measures the metric in full, and the programme on a sample of the pairs, since every pair
 * costs it the same; `--full` measures all of them, which takes a quarter of an hour. Both come to the same value.
 */
import { performance } from "node:perf_hooks"
import process from "node:process"
import type { Trace } from "../src/base/domain/trace/Trace.ts"
import { similarity } from "../src/language/metrics/similarity.ts"
import { diceOf } from "./workload/dice.ts"

const RUNS = 1_000
const CALLS = 1_000
const TOOLS = 20
const SAMPLE = 40

const timed = <A>(work: () => A): readonly [A, seconds: number] => {
  const before = performance.now()
  const value = work()
  return [value, (performance.now() - before) / 1_000]
}

const dice = diceOf(1)
const sequences = Array.from({ length: RUNS }, () => Array.from({ length: CALLS }, () => dice(TOOLS)))
const traceOf = (sequence: ReadonlyArray<number>): Trace => ({
  tool_calls: sequence.map((tool, at) => ({ id: `c${at}`, turn: 1, server: "s", name: `tool_${tool}`, args: {} })),
  tool_results: [],
  final_response: "",
  stop_reason: "end_turn",
  conversation: { turns: [] },
  clock: { virtual_ms: 0 },
  faults: []
})

const inTwoRows = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  let before = new Int32Array(b.length + 1)
  let row = new Int32Array(b.length + 1)
  for (const one of a) {
    for (let at = 0; at < b.length; at++) {
      row[at + 1] = one === b[at] ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!)
    }
    ;[before, row] = [row, before]
  }
  return before[b.length]!
}

/** As metrics.md defines it: all sequences have one length here. */
const plainSimilarity = (some: ReadonlyArray<ReadonlyArray<number>>): number => {
  let total = 0
  for (const [at, a] of some.entries()) for (const b of some.slice(at + 1)) total += inTwoRows(a, b)
  return total / CALLS / pairsOf(some.length)
}

const pairsOf = (runs: number): number => (runs * (runs - 1)) / 2

const sampled = process.argv.includes("--full") ? sequences : sequences.slice(0, SAMPLE)
const traces = sequences.map(traceOf)
const [value, seconds] = timed(() => similarity(traces).tool_sequence_similarity)
const [plain, plainSeconds] = timed(() => plainSimilarity(sampled))
const same = similarity(traces.slice(0, sampled.length)).tool_sequence_similarity
const inFull = (plainSeconds * pairsOf(RUNS)) / pairsOf(sampled.length)

process.stdout.write(
  [
    `similarity of ${RUNS} runs of ${CALLS} calls: ${seconds.toFixed(1)} s (${value})`,
    `two-row dynamic programme: ${inFull.toFixed(0)} s, from ${pairsOf(sampled.length)} of ${pairsOf(RUNS)} pairs`,
    `the same value to the last bit on those pairs: ${Object.is(plain, same) ? "yes" : "NO"}`,
    `${(inFull / seconds).toFixed(0)} times faster`,
    ""
  ].join("\n")
)
process.exitCode = Object.is(plain, same) ? 0 : 1
