/**
 * `last-report.json` of the cache: it only chooses cells for `--failed`, so one that is not as it was written chooses none.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { lastReport, wasRed } from "../../../src/app/select/LastReport.ts"
import { cacheDirectory } from "../../../src/engine/layers/platform/projectCache.ts"
import { bytesOf, type Reader } from "../Reader.ts"

export const lastReportReader = (directory: string): Reader => {
  const environment = { PASSHAT_CACHE: join(directory, "cache") }
  const file = join(cacheDirectory(directory, environment) ?? directory, "last-report.json")
  mkdirSync(dirname(file), { recursive: true })
  return {
    name: "last report",
    seeds: bytesOf(`${JSON.stringify({ version: 1, cells: ["hostile/asks/claude-sonnet-4-5"], suites: ["rated"] })}\n`),
    place: /./,
    read: async (bytes) => {
      writeFileSync(file, bytes)
      const found = lastReport(directory, environment)
      const isUsable = typeof wasRed(found, "hostile/asks/claude-sonnet-4-5") === "boolean"
      return { refusals: [], ...(!isUsable && { wrong: "a cell is neither red nor not" }) }
    }
  }
}
