/**
 * What is behind `assertSuite` and `testSuite`: a report that does not pass becomes an error with the words of the terminal.
 */
import * as Effect from "effect/Effect"
import type { CellVerdict, Report, SuiteVerdict } from "../base/domain/verdict/Verdict.ts"
import type { Cell } from "../base/domain/plan/Plan.ts"
import type { Suite } from "../language/dsl/suite.ts"
import { decideSuite } from "../engine/judge/judge.ts"
import { reportOf } from "../engine/judge/reportOf.ts"
import { pretty } from "../edges/report/formats/pretty.ts"
import { exitCode } from "../app/kit/exitWith.ts"
import { interpretPromise, plannedCells } from "./interpret.ts"
import type { RunOptions } from "./RunOptions.ts"
import type { TestFunction } from "./assertSuite.ts"

export const assertPassed = async (suite: Suite<unknown>, options: RunOptions): Promise<Report> => {
  const report = await interpretPromise(suite, options)
  return exitCode(report) === 0 ? report : Promise.reject(redError(report))
}

export const registerTests = async (suite: Suite<unknown>, test: TestFunction, options: RunOptions): Promise<void> => {
  const cells = await Effect.runPromise(plannedCells(suite, options))
  let judged: Promise<Report> | undefined
  const isGreen = async ({ id }: Cell): Promise<void> => {
    const report = partOf(await (judged ??= interpretPromise(suite, options)), id)
    return exitCode(report) === 0 ? undefined : Promise.reject(redError(report))
  }
  for (const cell of cells) {
    const name = `${suite.name}: ${cell.name}`
    const register = cell.skipped === undefined ? test : (test.skip ?? test.ignore)
    register?.(name, () => isGreen(cell))
  }
}

/** The report of one cell. What is wrong with the suite as a whole is wrong with each of its cells. */
const partOf = ({ status, suites }: Report, id: string): Report => {
  const parts = suites.map(({ case_tables: _, ...suite }): SuiteVerdict => {
    const cells = suite.cells.filter((cell) => cell.id === id)
    return { ...suite, cells, verdict: cells.length === 0 ? "none" : decideSuite(cells, suite.issues) }
  })
  return reportOf(parts, status)
}

const view = { color: false, width: Infinity, quiet: true, verbose: false, time: 0 }

/** As its reporter prints it, without what is green. It has no stack: a runner would show the code of passhat. */
const redError = (report: Report): Error => {
  const usual = Error.stackTraceLimit
  Reflect.set(Error, "stackTraceLimit", 0)
  const error = new Error(`${namesOf(report).join(", ")} did not pass.\n\n${[...pretty.render(report, view)].join("")}`)
  Reflect.set(Error, "stackTraceLimit", usual)
  error.name = "SuiteError"
  return error
}

const namesOf = ({ suites }: Report): ReadonlyArray<string> =>
  suites.flatMap(({ cells, suite }) => {
    const red = cells.filter(({ skipped, verdict }: CellVerdict) => skipped === undefined && verdict !== "pass")
    return red.length === 0 ? [suite] : red.map(({ name }) => `${suite}: ${name}`)
  })
