/**
 * Secrets in every form, told in every place, and looked for in everything that passhat prints, writes and starts.
 */
import { diceOf } from "../../bench/workload/dice.ts"
import { everyRuntime } from "../../test/app/everyRuntime.ts"
import { canaries } from "../../test/engine/layers/record/canaries.ts"
import { cellsIn } from "../../test/features/html/cellsOfPage.ts"
import type { Soak } from "../Soak.ts"
import { outputs } from "../subjects/outputs.ts"
import { sabotages } from "./sabotages.ts"
import { canariesIn, placements, SEARCHED } from "./spelt.ts"
import { DECLARED, type Spilled, spill } from "./spill.ts"

/** What a server is given beside what the suite declares. */
const SAFE = /^(?:HOME|LANG|LC_ALL|LOGNAME|PATH|SHELL|TERM|TMPDIR|TZ|USER|PASSHAT_\w+|VAULT_PIN)$/

export const soak: Soak = {
  name: "secrets",
  promise:
    "A secret of the environment, of a server's variables or headers, or a model's key, in any of 13 forms, wherever a suite, a model, a server or an agent " +
    "tells it, is in no cassette, journal, report, message, cache or command line; and a server is given the variables of a safe list and those that its " +
    "suite declares.",
  trials: "searches for a canary in a form",
  sabotages,
  run: async ({ long, say, seed }) => {
    const dice = diceOf(seed)
    const runtimes = long ? everyRuntime : everyRuntime.slice(0, 1)
    const offences: Array<string> = []
    let texts = 0
    for (const runtime of runtimes) {
      const chosen = long ? outputs : outputs.filter(() => dice(9) === 0)
      const spilled = await spill(runtime, chosen, dice)
      say(`${runtime}: ${spilled.seen.length} texts`)
      texts += spilled.seen.length
      offences.push(...offencesOf(spilled).map((offence) => `On ${runtime}, seed ${seed}: ${offence}`))
    }
    return {
      tried: texts * SEARCHED,
      offences,
      figures: {
        canaries: canaries.length,
        forms: SEARCHED / canaries.length,
        "places that tell them": placements.length,
        texts
      }
    }
  }
}

const offencesOf = ({ heard, seen, servers, taped }: Spilled): ReadonlyArray<string> => [
  ...seen.flatMap(({ name, text }) => {
    const found = canariesIn(text)
    return found.length === 0 ? [] : [`${name} shows ${found.length} of ${SEARCHED}: ${found.slice(0, 3).join(", ")}.`]
  }),
  ...servers.flatMap(({ env }) => [
    ...Object.keys(env)
      .filter((name) => !SAFE.test(name))
      .map((name) => `a server is given ${name}.`),
    ...canaries
      .filter((canary) => !DECLARED.includes(canary) && Object.values(env).includes(canary))
      .map((canary) => `a server is given the value of canary ${canaries.indexOf(canary)}.`)
  ]),
  ...(servers.length > 0 ? [] : ["no server was started."]),
  ...(canariesIn(heard).length >= SEARCHED / 2
    ? []
    : ["the model was not told the canaries: there was nothing to hide."]),
  ...(/"wire":.*\[REDACTED:/.test(taped) ? [] : ["what an agent asks its model was not recorded."]),
  ...(seen.filter(({ text }) => text.includes("[REDACTED:")).length > 10
    ? []
    : ["no placeholders: the suites did not run."]),
  ...(seen.some(({ text }) => cellsIn(text).some((cell) => cell.includes("[REDACTED:")))
    ? []
    : ["no placeholders in the cells of pages: nothing of them was unpacked."])
]
