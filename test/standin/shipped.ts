/**
 * The scripts of the shipped suites and of the demo, by their prompts. The stand-in cannot distinguish suites with equal prompts.
 */
import type { Script, Scripts } from "../../src/engine/layers/scripted/model.ts"
import type { Suite } from "../../src/language/dsl/suite.ts"
import demo from "../../src/features/init/templates/demo/suites/demo.ts"
import chaos from "../../suites/chaos.ts"
import invoice from "../../suites/invoice.ts"
import issues from "../../suites/issues.ts"
import recovery from "../../suites/recovery.ts"
import red from "../../suites/red.ts"
import weather from "../../suites/weather.ts"
import {
  chaosScripts,
  demoScripts,
  invoiceScripts,
  issuesScripts,
  recoveryScripts,
  redScripts,
  weatherScripts
} from "../recorder/scripts.ts"
import { compiledOf } from "../suites.ts"
import type { Topic } from "./standin.ts"

const shipped: ReadonlyArray<readonly [Suite, Scripts]> = [
  [weather, weatherScripts],
  [red, redScripts],
  [recovery, recoveryScripts],
  [chaos, chaosScripts],
  [issues, issuesScripts],
  [invoice, invoiceScripts],
  [demo, demoScripts]
]

const cells = shipped.flatMap(([suite, scripts]) => compiledOf(suite).plan.cells.map((cell) => ({ cell, scripts })))

export const shippedScripts = ({ model, prompt }: Topic): ReadonlyArray<Script> => {
  const found = cells.find(({ cell }) => cell.model === model && cell.behaviour.prompt === prompt)
  if (found === undefined) return []
  return Array.from({ length: found.cell.runs }, (_, at) => found.scripts(found.cell, at + 1))
}
