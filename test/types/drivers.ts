/**
 * What a driver may return and report, and what does not compile. `npm test` type-checks this file.
 */
import * as Effect from "effect/Effect"
import { driver, type Drive } from "passhat"

export const text: Drive = () => "Done."
export const withReason: Drive = async () => ({ text: "Done.", stopReason: "max_turns" })
export const effectful: Drive = () => Effect.succeed({ text: "Done." })
// @ts-expect-error a number is no final response
export const number: Drive = () => 42
// @ts-expect-error an object without a text is none
export const object: Drive = async () => ({ content: "Done." })
// @ts-expect-error the stop reason is a string
export const reason: Drive = async () => ({ text: "Done.", stopReason: 1 })

export const session = driver(
  "mine",
  "1",
  async ({ call, mcp, model, run, signal, step }) => {
    const { headers, url } = await mcp
    const name: string = model
    const index: number = run
    await call("get_weather", { city: "Rome" }, { signal })
    // @ts-expect-error a signal is an AbortSignal
    await call("get_weather", {}, { signal: true })
    // As frameworks give them: parts may be undefined.
    step({ text: undefined, usage: { input: undefined, output: 3 }, stopReason: undefined })
    step({ ownCalls: [{ name: "read_file", args: { path: "a" }, result: ["words"], isError: false }], calls: 0 })
    // @ts-expect-error an own call has a name
    step({ ownCalls: [{ args: {} }] })
    // @ts-expect-error tokens are numbers
    step({ usage: { input: "1", output: 3 } })
    return `${url} ${Object.keys(headers).length} ${name} ${index}`
  },
  { clock: "wall" }
)
// @ts-expect-error there is no such clock
export const clock = driver("mine", "1", text, { clock: "real" })
