/**
 * Which suites files make, and which they hand to `main`, while a command loads them. A file that makes a suite and
 * neither exports it nor hands it to `main` would be skipped silently.
 *
 * Kept on `globalThis`, because a project may load several copies of passhat.
 */
import type { Suite } from "./suite.ts"

export interface LoadLog {
  readonly made: Array<MadeSuite>
  readonly handed: Array<HandedSuite>
  /** The path of the file that is being loaded. */
  file: string
}

export interface MadeSuite {
  readonly suite: Suite
  /** The file that was being loaded then. */
  readonly during: string
}

export interface HandedSuite {
  readonly suite: Suite
  /** The path of the file that called `main`. */
  readonly file: string
  /** What `main` was given. This room knows no services. */
  readonly layers: unknown
}

const KEY = Symbol.for("passhat/loadLog")

const holder = globalThis as { [KEY]?: LoadLog | undefined }

/** Begins a log. `suite` and `main` write to it until `closeLoadLog`. */
export const openLoadLog = (): LoadLog => (holder[KEY] = { made: [], handed: [], file: "" })

export const closeLoadLog = (): void => {
  holder[KEY] = undefined
}

export const isLoading = (): boolean => holder[KEY] !== undefined

export const logMade = (suite: Suite): void => {
  const log = holder[KEY]
  log?.made.push({ suite, during: log.file })
}

export const logHanded = (handed: HandedSuite): void => {
  holder[KEY]?.handed.push(handed)
}
