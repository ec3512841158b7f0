/**
 * An agent without tools that stops when its pass rate is decided: floor, runs and the rule come from the environment.
 */
import process from "node:process"
import { agent, equals, expect, main, passRate, runs, stability, suite } from "passhat"

const { FLOOR = "0.5", RULE = "betting", RUNS = "20", WORD = "end_turn" } = process.env
const confidence = Number(process.env["CONFIDENCE"] ?? "0.95")
const floor = { atLeast: Number(FLOOR), confidence }

const stopping = suite(
  "stopping",
  agent("answers", { model: "claude-sonnet-4-5", servers: [], prompt: "Answer." }).pipe(
    runs(Number(RUNS)),
    expect("stop_reason", equals(WORD)),
    stability(),
    RULE === "none" ? passRate(floor) : passRate({ ...floor, stopEarly: RULE === "certain" ? "certain" : true })
  )
)

export default stopping
await main(import.meta, stopping)
