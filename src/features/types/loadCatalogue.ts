/**
 * Loads a committed catalogue: a module that exports a server. Comparing the value, not the text, finds no change in a
 * file that a formatter has been over.
 */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import type { AnyServer } from "../../language/dsl/server.ts"
import { toolData } from "../../language/plan/toolData.ts"
import { isObject } from "../../base/std/Json.ts"
import { stripTypes } from "../../app/suites/typeStripping.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Catalogue } from "./catalogueDrift.ts"

/** Of several servers, the one of that name. */
export const loadCatalogue = Effect.fnUntraced(function* (
  file: string,
  name: string
): Effect.fn.Return<Catalogue, UsageError> {
  if (!existsSync(file)) return yield* unreadable(file, "there is no such file")
  stripTypes()
  const module: object = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(resolve(file)).href),
    catch: (cause) => unreadable(file, cause instanceof Error ? cause.message : String(cause))
  })
  const servers = Object.values(module).filter(isServer)
  const [server, ...others] = servers.length > 1 ? servers.filter((one) => one.name === name) : servers
  if (server === undefined || others.length > 0) {
    return yield* notOne(
      file,
      `it exports ${servers.length} servers${servers.length > 1 ? `, none of them ${name}` : ""}`
    )
  }
  const { toJsonSchema } = yield* Effect.promise(() => import("../../language/plan/toJsonSchema.ts"))
  const tools = Object.values(server.tools).map((tool) => ({ tool, data: toolData(tool, toJsonSchema) }))
  const odd = tools.find(({ data }) => data === undefined)
  if (odd !== undefined) return yield* notOne(file, `it has no schema of ${odd.tool.name}`)
  return {
    ...(server.instructions !== undefined && { instructions: server.instructions }),
    tools: tools.flatMap(({ data }) => data ?? [])
  }
})

/** Of whichever copy of passhat. */
const isServer = (value: unknown): value is AnyServer =>
  isObject(value) && typeof value["name"] === "string" && "reached" in value && isObject(value["tools"])

const unreadable = (file: string, why: string): UsageError =>
  new UsageError({
    what: `${file} could not be read: ${why}.`,
    hint: `Leave out --check and write it first: passhat types ... > ${file}.`
  })

const notOne = (file: string, why: string): UsageError =>
  new UsageError({
    what: `${file} is no catalogue of one server: ${why}.`,
    hint: "Keep what passhat types writes in a file of its own."
  })
