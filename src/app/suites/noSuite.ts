/**
 * What a file that was named exports in place of a suite.
 */
import { readFileSync } from "node:fs"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { UsageError } from "../kit/UsageError.ts"
import type { LoadedFile } from "./givenSuites.ts"

export const noSuite = ({ module, path, project }: LoadedFile): UsageError => {
  const hint = "Write: export default suite(...)."
  if (!("default" in module)) return new UsageError({ what: `${project.file} exports no suite.`, hint })
  const lines = (tryCatch(() => readFileSync(path, "utf8")) ?? "").split("\n")
  const at = lines.findIndex((line) => /\bexport\b.*\bdefault\b/.test(line)) + 1
  const place = at === 0 ? project.file : `${project.file}:${at}`
  return new UsageError({ what: `${place} exports ${kindOf(module.default)} as default, and no suite.`, hint })
}

const kindOf = (value: unknown): string => {
  if (value instanceof Promise) return "a promise"
  if (Array.isArray(value)) return "a list without a suite"
  if (value === null || value === undefined) return String(value)
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}
