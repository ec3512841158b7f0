/**
 * Loads suite files, and returns the suites that they export or hand to `main`. Loading runs nothing: a suite is a value.
 */
import process from "node:process"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import { closeLoadLog, type LoadLog, openLoadLog } from "../../language/dsl/loadLog.ts"
import { listenForStrays, nameLoading } from "../kit/exitGuard.ts"
import { UsageError } from "../kit/UsageError.ts"
import { filesFromParent } from "../kit/childFiles.ts"
import { everySuite, findSuites, type FoundFile } from "./findSuites.ts"
import { givenSuites, type LoadedFile } from "./givenSuites.ts"
import { isRowsError } from "./RowsError.ts"
import { projectOf } from "../kit/project.ts"
import { stripTypes } from "./typeStripping.ts"

export const loadSuites = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const own = filesFromParent(process.env)
  const found = yield* findSuites(asked)
  stripTypes()
  const log = openLoadLog()
  const mine = found.filter(({ path }) => own === undefined || own.includes(path))
  const loaded = yield* Effect.forEach(mine, (file) => load(file, log))
  const loadOthers = Effect.forEach(
    found.filter((file) => !mine.includes(file)),
    (file) => load(file, log)
  )
  const suites = yield* givenSuites(loaded, log, { found, loadOthers })
  closeLoadLog()
  if (suites.length === 0 && own === undefined) {
    return yield* new UsageError({
      what: `There is no suite in ${asked.length === 0 ? everySuite : asked.join(", ")}.`,
      hint: "A suite file exports its suite as default."
    })
  }
  return suites
})

const load = Effect.fnUntraced(function* ({ isNamed, path }: FoundFile, log: LoadLog) {
  const project = projectOf(path)
  log.file = path
  nameLoading(project.file)
  const module = yield* Effect.raceFirst(imported(pathToFileURL(path).href), firstStray).pipe(
    Effect.catch(({ cause }) => notLoaded(project.file, path, cause))
  )
  nameLoading(undefined)
  return { path, isNamed, project, module } satisfies LoadedFile
})

interface Thrown {
  readonly cause: unknown
}

const imported = (url: string): Effect.Effect<object, Thrown> =>
  Effect.tryPromise({ try: (): Promise<object> => import(url), catch: (cause): Thrown => ({ cause }) })

/** Fails with an error that no code handles: what the file waits for may never come. */
const firstStray = Effect.callback<never, Thrown>((resume) => {
  const stop = listenForStrays((cause) => {
    resume(Effect.fail({ cause }))
    return true
  })
  return Effect.sync(stop)
})

const notLoaded = Effect.fnUntraced(function* (file: string, path: string, cause: unknown) {
  if (isRowsError(cause)) return yield* new UsageError({ what: `${file} cannot be loaded:`, hint: cause.message })
  const { loadErrorText } = yield* Effect.promise(() => import("./loadErrorText.ts"))
  return yield* new UsageError({
    what: `${file} could not be loaded: ${loadErrorText(cause, path)}.`,
    hint: "Correct the file; it has to load without an error."
  })
})
