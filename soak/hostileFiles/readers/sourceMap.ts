/**
 * Source maps beside compiled suites: they only say where a gate is written, so a broken one leaves the place in the compiled file.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectOf } from "../../../src/app/kit/project.ts"
import { sourceFrames } from "../../../src/app/suites/gateLocations.ts"
import { bytesOf, type Reader } from "../Reader.ts"

const map = {
  version: 3,
  file: "suite.js",
  sourceRoot: "",
  sources: ["suite.ts"],
  names: [],
  mappings: "AAAA;AACA,IAAI;AACJ"
}

export const sourceMapReader = (directory: string): Reader => {
  const file = join(directory, "suite.js")
  writeFileSync(file, "1\n2\n3\n")
  return {
    name: "source map",
    seeds: bytesOf(JSON.stringify(map), JSON.stringify({ ...map, sourcesContent: ["1\n2\n3\n"] })),
    place: /./,
    read: async (bytes) => {
      writeFileSync(`${file}.map`, bytes)
      const frame = sourceFrames()({ file, line: 2, column: 1 })
      const project = projectOf(file)
      const isPlace =
        typeof frame.file === "string" &&
        Number.isFinite(frame.line) &&
        Number.isFinite(frame.column) &&
        typeof project.file === "string"
      return { refusals: [], ...(!isPlace && { wrong: `it leads to ${JSON.stringify(frame)}` }) }
    }
  }
}
