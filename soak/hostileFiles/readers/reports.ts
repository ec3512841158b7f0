/**
 * Json reports: shown by `report` with each reporter in turn, and merged with another shard by `merge`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { reporters } from "../../../test/reporters.ts"
import { merge } from "../../../src/features/report/merge.ts"
import { report } from "../../../src/features/report/report.ts"
import { withFeatures } from "../../../src/app/run/Feature.ts"
import { features } from "../../../src/features/features.ts"
import type { UsageError } from "../../../src/app/kit/UsageError.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import * as Files from "../../../src/engine/layers/platform/fileSystem.ts"
import { bytesOf, type Reader, type Seen } from "../Reader.ts"
import { whyReportIsRed } from "../reportEvidence.ts"
import { reports, shards } from "../reports.ts"

export const reportReader = (directory: string): Reader => {
  const file = join(directory, "report.json")
  return {
    name: "report",
    seeds: bytesOf(...reports.map(textOf)),
    attacks: reports.flatMap((one, seed) =>
      attacks.map(({ change, name }) => ({ name, seed, bytes: Buffer.from(JSON.stringify(change(one))) }))
    ),
    place: /report\.json(?:, |:\d)|of version/,
    read: async (bytes) => {
      writeFileSync(file, bytes)
      const { name } = reporters[bytes.length % reporters.length]!
      return judged(report({ report: file, ...shown(name) }), () => whyReportIsRed(bytes))
    }
  }
}

/** The first shard is changed, the second is as it was. */
export const mergeReader = (directory: string): Reader => {
  const [first, second] = ["first.json", "second.json"].map((name) => join(directory, name)) as [string, string]
  const [changed, whole] = shards
  writeFileSync(second, textOf(whole))
  return {
    name: "shard",
    seeds: bytesOf(textOf(changed), textOf(whole)),
    place: /\.json(?:, |:\d| and | is not of a shard)|of version|shards?, /,
    read: async (bytes, seed) => {
      writeFileSync(first, bytes)
      writeFileSync(second, textOf(seed === 0 ? whole : changed))
      return judged(merge({ reports: [first, second], coverageThreshold: undefined, ...shown("json") }), () =>
        whyReportIsRed(bytes)
      )
    }
  }
}

type Part = { readonly [key: string]: unknown }

/** Every verdict of such parts is turned, and what is below is as it was. */
const passing = (value: Report, isTurned: (part: Part) => boolean): Report =>
  JSON.parse(JSON.stringify(value), (_, part: Part) =>
    typeof part === "object" && part !== null && "verdict" in part && isTurned(part)
      ? { ...part, verdict: "pass" }
      : part
  )

/** Parts with one of these keys. */
const having =
  (...keys: ReadonlyArray<string>) =>
  (part: Part): boolean =>
    keys.some((key) => key in part)

const attacks: ReadonlyArray<{ readonly name: string; readonly change: (value: Report) => unknown }> = [
  { name: "every verdict turned", change: (value) => ({ ...passing(value, () => true), status: "complete" }) },
  {
    name: "pass above checks",
    change: (value) => ({ ...passing(value, having("suites", "cells", "gates", "scope", "index")), status: "complete" })
  },
  { name: "pass above runs", change: (value) => passing(value, having("suites", "cells", "gates", "scope")) },
  { name: "pass above gates", change: (value) => passing(value, having("suites", "cells", "gates")) },
  {
    name: "a rate passes above its checks",
    change: (value) => {
      const isJudged = (part: Part): boolean => having("suites", "cells", "gates")(part) && !having("skipped")(part)
      return passing(value, (part) => isJudged(part) || part["scope"] === "outcomes")
    }
  },
  {
    name: "red cells are called skipped",
    change: (value) =>
      passing(
        {
          ...value,
          suites: value.suites.map((one) => ({
            ...one,
            cells: one.cells.map((cell) => (cell.verdict === "pass" ? cell : { ...cell, skipped: "x" }))
          }))
        },
        having("suites", "cells")
      )
  }
]

const textOf = (value: Report): string => `${JSON.stringify(value, undefined, 2)}\n`

const shown = (reporter: string) => ({
  reporter: [`${reporter}=/dev/null`],
  baseline: undefined,
  history: undefined,
  color: false,
  quiet: false,
  verbose: true
})

type Command = Effect.Effect<number, UsageError, import("effect/FileSystem").FileSystem>

const judged = async (command: Command, whyRed: () => string | undefined): Promise<Seen> => {
  const code = await Effect.runPromise(
    Effect.provide(
      Effect.catch(command, (error) => Effect.succeed(error.message)),
      Files.layer
    ).pipe(withFeatures(features))
  )
  if (typeof code === "string") return { refusals: [sentenceOf(code)] }
  const why = code === 0 ? whyRed() : undefined
  return { refusals: [], passed: code === 0, ...(why !== undefined && { wrong: `it passes, and ${why}` }) }
}

const sentenceOf = (message: string): string => message.split("\n")[0] ?? ""
