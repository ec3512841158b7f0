/**
 * Where the parts of a report are in the project: the lines of its suites, and its recordings.
 */
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import type { Places } from "../../edges/report/red/explanation.ts"
import type { Section } from "../../edges/report/Row.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { projectOf } from "../../app/kit/project.ts"
import type { CommandCall } from "./outcome.ts"
import { isInside } from "./insideProject.ts"

/** Lines before and after the line of a gate. */
const AROUND = 2

/** Files of a report are relative to the project of their suite, which may be a folder of the one that is served. */
export const placesIn = ({
  cassettes,
  project,
  suites
}: Pick<CommandCall, "cassettes" | "project" | "suites">): Places => {
  const rootOf = ({ file }: Section): string | undefined => {
    const roots = suites.map(projectOf).flatMap((one) => (one.file === file ? [one.root] : []))
    return roots.length === 1 ? roots[0] : undefined
  }
  return {
    excerpt: (suite, { file, line }) => {
      const root = rootOf(suite)
      const path = root === undefined ? undefined : join(root, file)
      const text =
        path !== undefined && isInside(project, path) ? tryCatch(() => readFileSync(path, "utf8")) : undefined
      const first = Math.max(0, line - 1 - AROUND)
      return (text ?? "")
        .split("\n")
        .slice(first, line + AROUND)
        .map((each, at) => `${first + at + 1 === line ? ">" : " "} ${first + at + 1}  ${each}`)
        .filter(() => text !== undefined)
    },
    recording: (suite, cell) => {
      const folder = cassettes ?? join(relative(project, rootOf(suite) ?? project), "cassettes")
      return `${folder}/${cell}.jsonl`
    }
  }
}
