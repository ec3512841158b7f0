/**
 * What a json report shows, judged by its raw text alone: a report with a failed check, a run without a verdict, or nothing judged must
 * not come out green, whatever is written above it.
 */
import type { Json } from "../../src/base/domain/Json.ts"
import { at, list, textOf } from "./evidence.ts"
import { strictJson } from "./strictJson.ts"

/** Why a report must not pass; undefined if what is in it may. */
export const whyReportIsRed = (bytes: Uint8Array): string | undefined => {
  const report = strictJson((textOf(bytes) ?? "").replace(/^\uFEFF/, ""))
  if (report === undefined) return "it is not strict JSON"
  if (at(report, "status") !== "complete") return "its status is not complete"
  const suites = list(at(report, "suites"))
  if (suites.length === 0) return "it has no suite"
  return firstOf(suites, whySuiteIsRed)
}

const whySuiteIsRed = (suite: Json): string | undefined => {
  const cells = list(at(suite, "cells"))
  const run = cells.filter((cell) => at(cell, "skipped") === undefined)
  if (run.length === 0) return "a suite has no cell that was run"
  const judged = cells.find((cell) => !run.includes(cell) && list(at(cell, "runs")).length > 0)
  if (judged !== undefined) return "a cell that has runs is called skipped"
  return whyIssuesAreRed(suite) ?? firstOf(run, whyCellIsRed)
}

const whyCellIsRed = (cell: Json): string | undefined => {
  const gates = list(at(cell, "gates")).filter((gate) => at(gate, "advisory") === false)
  const runs = list(at(cell, "runs"))
  if (runs.length === 0) return "a cell has no run"
  if (gates.length === 0) return "a cell has no gate that decides"
  const isRated = gates.some((gate) => at(gate, "scope") === "outcomes")
  const decides = (gate: Json): boolean => !isRated || at(gate, "scope") !== "run" || at(gate, "always") === true
  const ids = new Set(
    gates.filter((gate) => decides(gate) && at(gate, "scope") === "run").map((gate) => at(gate, "id"))
  )
  return (
    whyIssuesAreRed(cell) ??
    firstOf(gates.filter(decides), whyGateIsRed) ??
    firstOf(runs, (run) => {
      if (at(run, "verdict") !== "pass" && !(isRated && at(run, "verdict") === "fail")) return "a run did not pass"
      const checks = list(at(run, "checks")).filter((check) => !isRated || ids.has(at(check, "gate") ?? null))
      return checks.some(isRed) ? "a check of a run did not pass" : undefined
    })
  )
}

const whyGateIsRed = (gate: Json): string | undefined => {
  if (at(gate, "verdict") !== "pass") return "a gate did not pass"
  const checks = list(at(gate, "checks"))
  if (checks.length === 0) return "a gate passes without a check"
  return whyIssuesAreRed(gate) ?? (checks.some(isRed) ? "a check of a gate did not pass" : undefined)
}

/** What was found against a check stays, whatever its verdict became. */
const isRed = (check: Json): boolean =>
  at(check, "advisory") === false &&
  (at(check, "verdict") !== "pass" || list(at(check, "evidence.findings")).length > 0)

const whyIssuesAreRed = (holder: Json): string | undefined =>
  list(at(holder, "issues")).some((issue) => at(issue, "advisory") !== true)
    ? "it has an issue that is not advisory"
    : undefined

const firstOf = (all: ReadonlyArray<Json>, why: (one: Json) => string | undefined): string | undefined => {
  for (const one of all) {
    const found = why(one)
    if (found !== undefined) return found
  }
  return undefined
}
