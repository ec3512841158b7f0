/**
 * `passhat view`: a page on this machine over the reports and recordings of a project. Comes to the exit code.
 */
import { randomBytes } from "node:crypto"
import { realpathSync, statSync } from "node:fs"
import { basename, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as FileSystem from "effect/FileSystem"
import { tryCatch } from "../../std/tryCatch.ts"
import type { ValuesOf } from "../flags/commands.ts"
import { HOST } from "../listening.ts"
import { stdout } from "../output/output.ts"
import { missingPermission } from "../permissions.ts"
import { exitCodes, firstSignal } from "../run/interruption.ts"
import { UsageError } from "../UsageError.ts"
import { liveRecordings } from "./live.ts"
import { projectFiles } from "./ProjectFiles.ts"
import { routesOf } from "./routes.ts"
import { openServer } from "./server.ts"
import { subjects } from "./subjects.ts"

export const view = Effect.fn("view")(function* ({ folder, port: asked }: ValuesOf<"view">) {
  const project = yield* projectAt(folder ?? ".")
  const denied = missingPermission([
    { name: "read", what: project, act: `read ${project}` },
    { name: "net", what: HOST, act: `listen on ${HOST}` }
  ])
  if (denied !== undefined) return yield* denied
  const signal = yield* firstSignal
  const files = yield* projectFiles(project)
  const token = randomBytes(32).toString("base64url")
  const requests = yield* FiberSet.make<Response>()
  const start = yield* FiberSet.runtimePromise(requests)<FileSystem.FileSystem>()
  const routes = routesOf({
    project,
    name: basename(project),
    files,
    subjects: subjects(project, files),
    live: liveRecordings(project, files),
    actions: undefined
  })
  const port = yield* openServer(asked, token, routes, start)
  // The part behind # is sent to nobody.
  yield* stdout(`http://${HOST}:${port}/#token=${token}\n`)
  return codes[yield* signal]
}, Effect.scoped)

/** Ctrl-C is how it is meant to end. */
const codes = { ...exitCodes, SIGINT: 0 }

const projectAt = (folder: string): Effect.Effect<string, UsageError> => {
  const asked = resolve(folder)
  const found = tryCatch(() => (statSync(asked).isDirectory() ? realpathSync(asked) : undefined))
  return found === undefined
    ? Effect.fail(new UsageError({ what: `${folder} is no folder.`, hint: "Name the folder of a project." }))
    : Effect.succeed(found)
}
