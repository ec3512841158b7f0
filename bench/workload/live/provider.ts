/**
 * A provider in a process of its own, which answers every question after ANSWER_MS. Prints its address.
 */
import { slow } from "../../../test/standin/faults.ts"
import { startStandin } from "../../../test/standin/standin.ts"

const { ANSWER_MS = "50" } = process.env

const { url } = await startStandin({
  scripts: () => [{ turns: [{ calls: [{ server: "echo", name: "echo", args: {} }] }, { text: "Echo." }] }],
  faults: () => slow(Number(ANSWER_MS))
})
console.log(url)
