/**
 * Reads the baselines that the gates of a suite name. What is wrong with one is kept as a sentence: its gate then has no
 * verdict, and the others are judged.
 */
import { resolve } from "node:path"
import type { Baselines, ReadBaseline } from "../../base/domain/verdict/Metric.ts"
import { compareSamples } from "../../language/metrics/comparison.ts"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { parseBaseline } from "./parseBaseline.ts"

type Named = Pick<CompiledSuite, "definitions" | "plan"> & { readonly project: Pick<CompiledSuite["project"], "root"> }

/** By the name that the suite gives it, which is relative to the project. */
export const baselinesOf = ({ definitions, plan, project }: Named): Baselines => {
  const files = plan.cells.flatMap((cell) =>
    (definitions.get(cell.id) ?? []).flatMap(({ baseline }, at) => baseline?.(cell.gates[at]?.spec) ?? [])
  )
  return {
    read: new Map([...new Set(files)].map((file) => [file, readBaseline(project.root, file)])),
    compare: compareSamples
  }
}

const readBaseline = (root: string, file: string): ReadBaseline => {
  const bytes = readWhole(resolve(root, file))
  if (typeof bytes === "string") {
    return { problem: bytes === "ENOENT" ? `${file} does not exist` : `${file} cannot be read (${bytes})` }
  }
  return parseBaseline(file, bytes) ?? { problem: `${file} is no baseline` }
}
