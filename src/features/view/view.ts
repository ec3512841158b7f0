/**
 * `passhat view`: a page on this machine over the reports and recordings of a project. Returns the exit code.
 */
import { randomBytes } from "node:crypto"
import { realpathSync, statSync } from "node:fs"
import { basename, resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as FileSystem from "effect/FileSystem"
import { makeReaper } from "../../engine/layers/live/mcp/reaper.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { HOST } from "../../app/kit/listening.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { missingPermission, type Need } from "../../app/kit/permissions.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { clearLabels } from "../labels/labels.ts"
import { actionsOf, LABELS_FILE } from "./actions.ts"
import { jobsOf } from "./jobs.ts"
import { liveRecordings } from "./live.ts"
import { projectFiles } from "./ProjectFiles.ts"
import { routesOf } from "./routes.ts"
import { openServer } from "./server.ts"
import { type Subjects, subjects } from "./subjects.ts"

export const view = Effect.fn("view")(function* ({ actions, folder, port: asked }: ValuesOf<"view">) {
  const project = yield* projectAt(folder ?? ".")
  const denied = missingPermission([
    { name: "read", what: project, act: `read ${project}` },
    { name: "net", what: HOST, act: `listen on ${HOST}` },
    ...(actions ? acting(project) : [])
  ])
  if (denied !== undefined) return yield* denied
  const signal = yield* firstSignal
  const files = yield* projectFiles(project)
  const token = randomBytes(32).toString("base64url")
  const requests = yield* FiberSet.make<Response>()
  const start = yield* FiberSet.runtimePromise(requests)<FileSystem.FileSystem>()
  const opened = subjects(project, files)
  const routes = routesOf({
    project,
    name: basename(project),
    files,
    subjects: opened,
    live: liveRecordings(project, files),
    actions: actions ? yield* actionsIn(project, opened, files.touch) : undefined
  })
  const port = yield* openServer(asked, token, routes, start)
  // Browsers do not send the part behind #.
  yield* stdout(`http://${HOST}:${port}/#token=${token}\n`)
  return codes[yield* signal]
}, Effect.scoped)

const acting = (project: string): ReadonlyArray<Need> => [
  { name: "run", act: "start processes" },
  { name: "write", what: project, act: `write ${project}` }
]

/** A day: what is recorded may take long, and what never ends is ended with this process. */
const LONGEST_JOB = 86_400

const actionsIn = Effect.fnUntraced(function* (project: string, opened: Subjects, changed: () => void) {
  const reaper = yield* makeReaper(process.env)
  yield* clearLabels(resolve(project, LABELS_FILE))
  const around = { folder: project, environment: process.env, reaper, allowLive: true, timeoutSeconds: LONGEST_JOB }
  return actionsOf(around, opened, yield* jobsOf(around, changed), changed)
})

/** Ctrl-C is how it is meant to end. */
const codes = { ...exitCodes, SIGINT: 0 }

const projectAt = (folder: string): Effect.Effect<string, UsageError> => {
  const asked = resolve(folder)
  const found = tryCatch(() => (statSync(asked).isDirectory() ? realpathSync(asked) : undefined))
  return found === undefined
    ? Effect.fail(new UsageError({ what: `${folder} is no folder.`, hint: "Name the folder of a project." }))
    : Effect.succeed(found)
}
