/**
 * Prints what the code of a suite writes above the status lines of a terminal, where it stays. Covers `console`, `process.stdout` and
 * `process.stderr`; a child process and a write to the file descriptor itself are out of reach.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { clearStatus, writtenInstead } from "./statusLines.ts"
import { type Write, replacedWrites } from "./terminal.ts"

/** Until the scope closes. */
export const printAboveStatus: Effect.Effect<void, never, Scope.Scope> = Effect.asVoid(
  Effect.acquireRelease(
    Effect.sync(() => [aboveStatus(process.stderr), aboveStatus(process.stdout), consoleAboveStatus()]),
    (restore) => Effect.sync(() => restore.toReversed().forEach((one) => one()))
  )
)

const aboveStatus = (stream: NodeJS.WriteStream): Restore => {
  const before: Write = stream.write.bind(stream)
  const write = (...given: Parameters<Write>): boolean => {
    clearStatus()
    const [chunk] = given
    writtenInstead(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk))
    return before(...given)
  }
  const isReplaced = replacedWrites.has(stream)
  if (!isReplaced) replacedWrites.set(stream, before)
  const restore = replaceAll(stream, { write })
  return () => {
    restore()
    if (!isReplaced) replacedWrites.delete(stream)
  }
}

/** Bun and Deno print without their `process.stdout` and `process.stderr`. */
const consoleAboveStatus = (): Restore => {
  const methods = Object.entries(console).flatMap(([name, method]: readonly [string, unknown]) =>
    typeof method === "function" ? [[name, afterClearing(method.bind(console))] as const] : []
  )
  return replaceAll(console, Object.fromEntries(methods))
}

const afterClearing =
  (method: (...given: ReadonlyArray<unknown>) => unknown) =>
  (...given: ReadonlyArray<unknown>): unknown => {
    clearStatus()
    return method(...given)
  }

/** Replaces properties of an object that belongs to the runtime, until they are restored. */
export type Restore = () => void

export const replaceAll = (target: object, made: { readonly [name: string]: unknown }): Restore => {
  const before = Object.keys(made).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const)
  for (const [name, value] of Object.entries(made)) Reflect.set(target, name, value)
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(target, name)
      else Object.defineProperty(target, name, descriptor)
    }
  }
}
