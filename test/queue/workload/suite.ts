/**
 * CELLS agents of RUNS runs each that ask the stand-in at STANDIN, TURNS times a run: half of them by a driver, which says which run asks,
 * half of them by the model of the built-in agent, which fails with FAILURE.
 */
import process from "node:process"
import { agent, driver, equals, expect, main, Model, runs, suite } from "passhat"

const {
  CELLS = "2",
  FAILURE,
  KINDS = "both",
  LEAKED_TOKEN,
  PROMPT = "Ask",
  RUNS = "3",
  STANDIN = "",
  TURNS = "2"
} = process.env

const ask = async (cell: string, run: number, turn: number): Promise<string> => {
  const response = await fetch(STANDIN, { method: "POST", body: JSON.stringify({ cell, run, turn }) })
  const { text } = (await response.json()) as { readonly text: string }
  return text
}

const driven = (name: string) =>
  agent(name, {
    driver: driver("asker", "1", async (session) => {
      let said = ""
      for (let turn = 1; turn <= Number(TURNS); turn++) {
        said = await ask(name, session.run, turn)
        session.say(said)
      }
      if (LEAKED_TOKEN !== undefined) session.say(`The token is ${LEAKED_TOKEN}.`)
      session.usage({ input: 100, output: 20 })
      return said
    }),
    servers: [],
    prompt: `${PROMPT} as ${name}.`
  })

/** Its answers do not depend on the run, which a model is not told. */
const asked = (name: string) =>
  agent(name, {
    model: Model.custom("asked", async () => {
      if (FAILURE !== undefined) throw new Error(FAILURE)
      return { text: await ask(name, 0, 1), usage: { input: 100, output: 20 } }
    }),
    servers: [],
    prompt: `${PROMPT} as ${name}.`
  })

const isDriven = (at: number): boolean => KINDS === "driven" || (KINDS === "both" && at % 2 === 0)

const queued = suite(
  "queued",
  ...Array.from({ length: Number(CELLS) }, (_, at) =>
    (isDriven(at) ? driven(`cell ${at + 1}`) : asked(`cell ${at + 1}`)).pipe(
      runs(Number(RUNS)),
      expect("stop_reason", equals("end_turn"))
    )
  )
)

export default queued
await main(import.meta, queued)
