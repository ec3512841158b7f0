/**
 * Guards the exit code: until everything is judged and written it is 2, whatever ends the process, and afterwards it is
 * that of the report. Also receives the errors that no code handles.
 *
 * An `exit` listener can replace the code of `process.exit(0)` on every runtime; `Deno.exit` calls only `unload` listeners.
 */
import { writeSync } from "node:fs"
import process from "node:process"
import { escapeLine } from "../../base/std/escape.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { errorText, placeIn } from "./errorPlace.ts"
import { clearStatus } from "./output/statusLines.ts"

/** Takes an error that no code handles; returns false to leave it to others. */
export type StrayListener = (error: unknown) => boolean

const NOT_JUDGED = 2

const state: State = { isListening: false, isSaid: false, works: 0, code: undefined, loading: undefined, strays: [] }

interface State {
  isListening: boolean
  /** Whether the sentence about an early end is written: Deno calls both listeners. */
  isSaid: boolean
  /** How many calls of `main` or commands are not done. */
  works: number
  /** The exit code of what is done. */
  code: number | undefined
  /** The file that is being loaded. */
  loading: string | undefined
  listener?: StrayListener | undefined
  strays: Array<unknown>
}

/** Called before any code of a suite is loaded, or run by `main`. `settleExitCode` is its counterpart. */
export const armExitGuard = (): void => {
  state.works++
  process.exitCode = NOT_JUDGED
  if (state.isListening) return
  state.isListening = true
  process.on("exit", onExit)
  process.on("uncaughtException", onStray)
  process.on("unhandledRejection", onStray)
  if ("deno" in process.versions) globalThis.addEventListener("unload", onExit)
}

/** Everything is judged and written, with this exit code. Of several codes the worst counts. */
export const settleExitCode = (made: number): void => {
  state.works = Math.max(0, state.works - 1)
  addCode(made)
  for (const error of takeStrayErrors()) sayStray(error)
}

/** Ends the process if no work is left. */
export const exitIfSettled = (): void => {
  if (state.works === 0) process.exit(state.code)
}

/** Ends the process now, and with this code. */
export const exitNow = (code: number): never => {
  state.works = 0
  state.code = code
  return process.exit(code)
}

/** Names the file that is being loaded, for the sentence about an early end. */
export const nameLoading = (file: string | undefined): void => {
  state.loading = file
}

/** Sends errors that no code handles to one listener, until the returned function is called. */
export const listenForStrays = (listener: StrayListener): (() => void) => {
  const before = state.listener
  state.listener = listener
  return () => {
    state.listener = before
  }
}

/** The errors so far that no code handles and no listener took. */
export const takeStrayErrors = (): ReadonlyArray<unknown> => state.strays.splice(0)

const onStray = (error: unknown): void => {
  if (state.works === 0) sayStray(error)
  else if (state.listener?.(error) !== true) state.strays.push(error)
}

/** After the report is written, the exit code alone can tell. */
const sayStray = (error: unknown): void => {
  say(`An error was thrown that no code handles: ${errorText(error)}. Await the promise, or catch the error.`)
  addCode(NOT_JUDGED)
}

const addCode = (made: number): void => {
  state.code = state.code === undefined || severity(made) > severity(state.code) ? made : state.code
  process.exitCode = state.works === 0 ? state.code : NOT_JUDGED
}

/** As of verdicts: a failure is worse than no verdict. An interruption is worse than both. */
const severity = (code: number): number => [0, 2, 1].indexOf(code) + (code > 2 ? 4 : 0)

/** Never makes an exit code green: an error code that another gave stays if the report has none. */
const onExit = (): void => {
  clearStatus()
  const planned = Number(process.exitCode ?? 0)
  const { code = 0, isSaid, works } = state
  const ending = endingOf(new Error("exit").stack ?? "")
  if (works > 0) {
    if (!isSaid) sayEarlyEnd(ending)
    state.isSaid = true
    process.exitCode = NOT_JUDGED
  } else if (planned !== code && code !== 0) {
    const how = ending === undefined ? `The exit code was set to ${planned}` : `${ending} with exit code ${planned}`
    say(`${how}; the exit code of the report is ${code}.`)
    process.exitCode = code
  }
}

/** Who called `process.exit` or `Deno.exit`; undefined if the process ends by itself. Bun leaves out the frames of tail calls. */
const endingOf = (stack: string): string | undefined => {
  if (!/\bexit \(/.test(stack)) return undefined
  const at = placeIn(stack)
  return `The process was ended ${at === undefined ? "by code of a suite" : `at ${at}`}`
}

const sayEarlyEnd = (ending: string | undefined): void => {
  const strays = takeStrayErrors()
  if (strays.length > 0) return strays.forEach(sayStray)
  const during = state.loading === undefined ? "" : ` while ${state.loading} was loaded`
  const how = ending ?? `The process ended${during}`
  const hint = ending === undefined ? "Look for a promise that never settles." : "Remove that call of exit."
  say(`${how}, before everything was judged and written, so the exit code is 2. ${hint}`)
}

/** Synchronously: the process may be about to end. */
const say = (text: string): void => {
  clearStatus()
  tryCatch(() => writeSync(2, `${escapeLine(text)}\n`))
}
