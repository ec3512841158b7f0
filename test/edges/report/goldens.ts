/**
 * The golden files of the pretty reporter: each file with its report and options.
 */
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import type { RenderOptions } from "../../../src/edges/report/Reporter.ts"
import { many } from "./many.ts"
import { plain, sample } from "./sample.ts"

export const goldens: Readonly<Record<string, readonly [Report, RenderOptions]>> = {
  "pretty.txt": [sample, plain],
  "pretty-verbose.txt": [sample, { ...plain, verbose: true }],
  "pretty-quiet.txt": [sample, { ...plain, quiet: true }],
  "pretty-narrow.txt": [sample, { ...plain, width: 60 }],
  "pretty-many.txt": [many.oneCell, { ...plain, width: 100 }],
  "pretty-many-cells.txt": [many.fiftyCells, { ...plain, width: 100 }]
}
