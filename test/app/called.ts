/**
 * `passhat` as a function call: its work with streams that keep what it prints. The folder and the environment are those of the tests.
 */
import * as Effect from "effect/Effect"
import { codeOf } from "../../src/app/kit/exitWith.ts"
import { Streams } from "../../src/app/kit/output/output.ts"
import { workOf } from "../../src/features/workOf.ts"

export interface Called {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const called = async (...args: ReadonlyArray<string>): Promise<Called> => {
  const written = { 1: "", 2: "" }
  const write = async (output: 1 | 2, text: string): Promise<undefined> => void (written[output] += text)
  const code = await Effect.runPromise(Effect.provideService(codeOf(await workOf(args)), Streams, { write }))
  return { code, stdout: written[1], stderr: written[2] }
}
