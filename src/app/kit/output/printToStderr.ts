/**
 * Sends what the code of a suite prints to standard error, while standard output has a report. Covers `console`,
 * `process.stdout` and `Deno.stdout`; a child process and a write to the file descriptor itself are out of reach.
 */
import { Console } from "node:console"
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { replaceAll, type Restore } from "./printAboveStatus.ts"
import { replacedWrites, type Write } from "./terminal.ts"

/** Until the scope closes. */
export const printToStderr: Effect.Effect<void, never, Scope.Scope> = Effect.asVoid(
  Effect.acquireRelease(
    Effect.sync(() => [redirectConsole(), redirectStream(), redirectDeno()]),
    (restore) => Effect.sync(() => restore.forEach((one) => one()))
  )
)

/** Those that write to standard output, and those that they share their state with. */
const METHODS = [
  "count",
  "countReset",
  "debug",
  "dir",
  "dirxml",
  "group",
  "groupCollapsed",
  "groupEnd",
  "info",
  "log",
  "table",
  "time",
  "timeEnd",
  "timeLog"
] as const

/** Bun and Deno print without their `process.stdout`. */
const redirectConsole = (): Restore => {
  const target = new Console(process.stderr)
  return replaceAll(console, Object.fromEntries(METHODS.map((name) => [name, target[name].bind(target)])))
}

const redirectStream = (): Restore => {
  const { stderr, stdout } = process
  replacedWrites.set(stdout, stdout.write.bind(stdout))
  // Whatever `write` is by then: the progress of a terminal replaces it as well.
  const restore = replaceAll(stdout, { write: (...given: Parameters<Write>) => stderr.write(...given) })
  return () => {
    restore()
    replacedWrites.delete(stdout)
  }
}

/** Writes all of the bytes, a part at a time, then calls back. */
const throughDeno = (write: Writes["write"]): Write => {
  const writeFrom = (bytes: Uint8Array): Promise<void> =>
    write(bytes).then((taken) => (taken < bytes.length ? writeFrom(bytes.subarray(taken)) : undefined))
  const through = (bytes: Uint8Array, done: (error?: Error) => void): boolean => {
    void writeFrom(bytes).then(() => done(), done)
    return false
  }
  return through as Write
}

interface Writes {
  readonly write: (bytes: Uint8Array) => Promise<number>
  readonly writeSync: (bytes: Uint8Array) => number
}

const redirectDeno = (): Restore => {
  const { Deno } = globalThis as { readonly Deno?: { readonly stdout: Writes; readonly stderr: Writes } }
  if (Deno === undefined) return () => undefined
  const { stderr, stdout } = Deno
  // The stream of `process` writes through `Deno.stdout` as well: what passhat itself writes there has to pass by.
  replacedWrites.set(process.stdout, throughDeno(stdout.write.bind(stdout)))
  return replaceAll(stdout, {
    write: (bytes: Uint8Array) => stderr.write(bytes),
    writeSync: (bytes: Uint8Array) => stderr.writeSync(bytes)
  })
}
