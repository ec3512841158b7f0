/**
 * `--shard 2/5`: the second of five parts of a selection, by its cells in the order of the plans.
 *
 * Parts are consecutive, so that merging is concatenation. A cell that is not run belongs to the part of the nearest cell
 * that is, so that a part with anything of a suite has something of it to judge.
 */
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { sha256 } from "../../base/std/sha256.ts"
import type { Shard } from "../../base/domain/verdict/Verdict.ts"
import { partOf } from "../../language/plan/compile.ts"
import type { AnySuite, Suites } from "../suites/compileSuites.ts"
import { stderr } from "../kit/output/output.ts"
import { UsageError } from "../kit/UsageError.ts"
import { version } from "../kit/version.ts"

export interface ShardPart {
  readonly suites: Suites
  /** Undefined if nothing was split. */
  readonly shard?: Shard
}

/** The part that was asked for. A part with nothing to run is reported on standard error; it never passes, and it merges. */
export const shardAsked = Effect.fnUntraced(function* (selected: Suites, asked: string) {
  const [index = 0, count = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(asked)?.slice(1).map(Number) ?? []
  if (index < 1 || index > count) {
    return yield* new UsageError({ what: `--shard is "${asked}".`, hint: "Say which of how many parts: --shard 2/5." })
  }
  const part = shardOf(selected, { index, count })
  if (part.suites.length === 0) yield* stderr(nothingIn(part.shard))
  return part
})

export const shardOf = (selected: Suites, { count, index }: Pick<Shard, "index" | "count">): Required<ShardPart> => {
  const cells = selected.reduce((sum, one) => sum + runCells(one).length, 0)
  const { from, to } = rangeOf({ index, count, cells })
  const isIn = (rank: number): boolean => (cells === 0 ? index === 1 : rank >= from && rank < to)
  let before = 0
  const suites = selected.flatMap((one): Suites => {
    const first = before
    const own = runCells(one).length
    before += own
    // Nothing of it is run: it belongs to the part of the next cell, or of the last one.
    if (own === 0 || one._tag === "refused") return isIn(Math.min(first, cells - 1)) ? [one] : []
    let passed = 0
    const taken = one.plan.cells.filter((cell) => {
      const rank = first + Math.min(passed, own - 1)
      if (isRun(cell)) passed++
      return isIn(rank)
    })
    return taken.length === 0 ? [] : [{ ...one, plan: partOf(one.whole, taken), continues: first < from }]
  })
  const continues = suites[0] !== undefined && "continues" in suites[0] && suites[0].continues
  return { suites, shard: { index, count, cells, continues, of: digest(selected) } }
}

/** The cells of a part, counted from 0 over the whole selection; `to` is the first that is not in it. */
export const rangeOf = ({ cells, count, index }: Pick<Shard, "index" | "count" | "cells">) => {
  const start = (at: number): number => at * Math.floor(cells / count) + Math.min(at, cells % count)
  return { from: start(index - 1), to: start(index) }
}

const nothingIn = ({ cells, count, index }: Shard): string =>
  `Shard ${index}/${count} has nothing to run: there ${cells === 1 ? "is only 1 cell" : `are only ${cells} cells`}. ` +
  `Ask for at most ${cells > 1 ? `${cells} shards` : "1 shard"}.\n`

const runCells = (one: AnySuite): ReadonlyArray<Cell> => (one._tag === "refused" ? [] : one.plan.cells.filter(isRun))

const isRun = ({ skipped }: Cell): boolean => skipped === undefined

/** Two shards belong together when they are of the same cells, gates and runs, by the same version of passhat. */
const digest = (selected: Suites): string =>
  sha256(
    stringify({
      version,
      suites: selected.map((one) => [one.project.file, one.suite.name, one._tag === "refused" ? one.issues : one.plan])
    })
  )
