/**
 * CELLS agents of RUNS runs each that ask the stand-in at STANDIN, TURNS times a run. Their KINDS, in turn: `driven` by a driver, which says
 * which run asks; `asked` by the model of the built-in agent, which is not told and fails with FAILURE; `single`, such an agent a run,
 * so that the stand-in knows which run asks.
 */
import process from "node:process"
import { agent, driver, equals, expect, main, Model, runs, suite } from "passhat"

const {
  CELLS = "2",
  FAILURE,
  KINDS = "driven,asked",
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
        said = await ask(idOf(name, "asker"), session.run, turn)
        session.say(said)
      }
      if (LEAKED_TOKEN !== undefined) session.say(`The token is ${LEAKED_TOKEN}.`)
      session.usage({ input: 100, output: 20 })
      return said
    }),
    servers: [],
    prompt: `${PROMPT} as ${name}.`
  })

/** The id of its cell. */
const idOf = (name: string, by: string): string => `queued/${name.replaceAll(" ", "-")}/${by}`

const asked = (name: string, run = 0) =>
  agent(name, {
    model: Model.custom("asked", async () => {
      if (FAILURE !== undefined) throw new Error(FAILURE)
      return { text: await ask(idOf(name, "asked"), run, 1), usage: { input: 100, output: 20 } }
    }),
    servers: [],
    prompt: `${PROMPT} as ${name}.`
  })

const kinds = KINDS.split(",")

const ends = expect("stop_reason", equals("end_turn"))

const agents = Array.from({ length: Number(CELLS) }, (_, at) => {
  const [kind, name] = [kinds[at % kinds.length], `cell ${at + 1}`]
  if (kind === "single") {
    return Array.from({ length: Number(RUNS) }, (_each, run) => asked(`${name} run ${run + 1}`, 1).pipe(runs(1), ends))
  }
  return [(kind === "driven" ? driven(name) : asked(name)).pipe(runs(Number(RUNS)), ends)]
}).flat()

const queued = suite("queued", ...agents)

export default queued
await main(import.meta, queued)
