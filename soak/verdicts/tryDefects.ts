/**
 * Puts every defect into runs that pass: the gate that names it must say what the defect gives, and nothing above it passes.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../bench/runtimes.ts"
import { diceOf } from "../../bench/workload/dice.ts"
import { aboveGates, anyGate } from "./anyGate.ts"
import { callSubjects } from "./callSubjects.ts"
import type { Defect, Subject } from "./Defect.ts"
import { evidenceSubjects } from "./evidenceSubjects.ts"
import { compiledAgents, type Evidence, evidenceOf, type Judged, judged } from "./judged.ts"

export interface Tried {
  readonly tried: number
  readonly offences: ReadonlyArray<string>
}

export const subjects: ReadonlyArray<Subject> = [...callSubjects, ...evidenceSubjects]

/** How many defects there are, those that every gate must notice counted once. */
export const kindsOfDefects =
  subjects.reduce((sum, { defects }) => sum + Object.keys(defects).length, 0) +
  Object.keys({ ...anyGate, ...aboveGates }).length

/** Each defect as many times, in other runs each time. */
export const tryDefects = (seed: number, times: number): Tried => {
  const offences = [...unspoilt()]
  let tried = 0
  for (const subject of subjects) {
    const compiled = compiledAgents(subject.agents)
    const planned = compiled.plan.cells[0]?.runs ?? 1
    for (let round = 0; round < times; round++) {
      const trial = `${subject.gate}, seed ${seed}, round ${round}`
      const sample = () => {
        const dice = diceOf(seed + round)
        return { dice, evidence: evidenceOf(Array.from({ length: planned }, () => subject.healthy(dice))) }
      }
      const judgedSample = (evidence: Evidence | undefined) => judged(compiled, [evidence])
      const before = judgedSample(sample().evidence)
      if (!passes(before)) offences.push(`${trial}: runs without a defect do not pass, but are ${shown(before)}.`)
      for (const [name, defect] of defectsOf(subject)) {
        const { dice, evidence } = sample()
        const after = judgedSample(defect.spoil(evidence, dice))
        tried++
        offences.push(
          ...offencesOf(subject, defect, after, name in aboveGates).map((what) => `${trial}, "${name}": ${what}`)
        )
      }
    }
  }
  return { tried, offences }
}

const defectsOf = ({ defects }: Subject): ReadonlyArray<readonly [string, Defect]> =>
  Object.entries({ ...defects, ...anyGate, ...aboveGates })

const offencesOf = (
  { planned }: Subject,
  { gives }: Defect,
  after: Judged,
  isAbove: boolean
): ReadonlyArray<string> => {
  const [cell] = after.suite.cells
  const gate = cell?.gates.filter((one) => one.gate === planned).find(({ verdict }) => verdict !== "pass")
  // A cell that could not be run at all has no gates.
  const isSeen = isAbove || gate?.verdict === gives || (cell?.gates.length === 0 && gives === "none")
  return [
    ...(isSeen ? [] : [`${planned} was to be ${gives}, and is ${shown(after)}.`]),
    ...(after.exit === 0 ? [`the exit code was to be other than 0, and everything is ${shown(after)}.`] : []),
    ...(!isAbove && passesSomewhere(after) ? [`a verdict above the gate is a pass: ${shown(after)}.`] : [])
  ]
}

const passes = (one: Judged): boolean =>
  one.exit === 0 &&
  one.report === "pass" &&
  one.suite.cells.every(({ gates, verdict }) => verdict === "pass" && gates.every((gate) => gate.verdict === "pass"))

const passesSomewhere = ({ report, suite }: Judged): boolean =>
  [report, suite.verdict, ...suite.cells.map(({ verdict }) => verdict)].includes("pass")

const shown = ({ exit, report, suite }: Judged): string =>
  `${suite.cells.map(({ gates, verdict }) => `cell ${verdict} (${gates.map((one) => `${one.gate} ${one.verdict}`).join(", ")})`).join(", ")}, suite ${suite.verdict}, report ${report}, exit code ${exit}`

/** The gates that passhat exports, from the source of its door, and which of them no defect is made for. */
const unspoilt = (): ReadonlyArray<string> => {
  const made = new Set(subjects.map(({ gate }) => gate))
  return exportedGates()
    .filter((name) => !made.has(name))
    .map((name) => `The gate ${name} has no defect: add a subject to soak/verdicts.`)
}

/** Shapes of calls are in the folder of the gates, and are no gates. A judge never decides, so that no defect can turn it. */
const SHAPES = new Set(["call", "exact", "ignore", "includes", "subset", "judged"])

export const exportedGates = (): ReadonlyArray<string> =>
  [...readFileSync(join(root, "src/index.ts"), "utf8").matchAll(/export \{([^}]*)\} from "\.\/gates\//g)]
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
    .map((name) => name.split(" as ").at(-1) ?? name)
    .filter((name) => name !== "" && !name.startsWith("type ") && !SHAPES.has(name))
