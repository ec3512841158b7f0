/**
 * `.env` files: none that sets what passhat obeys is taken, however it is written.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { readEnvironment } from "../../../src/app/kit/environment.ts"
import { bytesOf, type Reader } from "../Reader.ts"

const harmless = "ANTHROPIC_API_KEY=sk-1\n# a comment\nexport NAME=\"two\\nlines\"\nEMPTY=\nSINGLE='a b'\n"

const hostile = [
  "PASSHAT_MODE=record",
  "export PASSHAT_CACHE='./evil'",
  "  OPENAI_BASE_URL = http://127.0.0.1",
  "PASSHAT_MODE: record"
]

export const environmentReader = (directory: string): Reader => ({
  name: "environment",
  seeds: bytesOf(harmless, ...hostile.map((line) => `${harmless}${line}\n`)),
  place: /\.env sets \w+/,
  read: async (bytes) => {
    writeFileSync(join(directory, ".env"), bytes)
    const read = Effect.catch(Effect.as(readEnvironment([directory]), undefined), ({ message }) =>
      Effect.succeed(message)
    )
    const refusal = await Effect.runPromise(read)
    const isSet = nameSet(bytes.toString("latin1"))
    return {
      refusals: refusal === undefined ? [] : [refusal],
      ...(refusal === undefined && isSet !== undefined && { wrong: `it is taken, and sets ${isSet}` })
    }
  }
})

/** As every reader of such files agrees: a name at the start of a line, behind `export` or not, and an equals sign. */
const nameSet = (text: string): string | undefined =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => SETS.exec(line)?.[1])
    .find((name) => name !== undefined)

const SETS = /^[ \t]*(?:export[ \t]+)?(PASSHAT_[A-Z]+|[A-Z]+_BASE_URL)[ \t]*=/
