/**
 * The list of endpoints names every module of src that listens or connects, and no other.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { endpoints } from "../../soak/subjects/endpoints.ts"
import { root } from "../app/project.ts"

const listening = /\bcreateServer\(|\.listen\(|\bDeno\.serve|\bBun\.(?:serve|listen)/
const connecting =
  /(?<![.\w])fetch\(|\bnew (?:Client|PgPool|WebSocket|EventSource)\(|\bcreateConnection\(|\bhttps?\.request\(/

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith("bundle.ts"))
  .map((file) => join("src", file))

const codeOf = (file: string): string =>
  readFileSync(join(root, file), "utf8").replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")

const found = (expression: RegExp): ReadonlyArray<string> =>
  sources.filter((file) => expression.test(codeOf(file))).toSorted()

const named = (listens: boolean): ReadonlyArray<string> =>
  endpoints
    .filter((endpoint) => endpoint.listens === listens)
    .map(({ file }) => file)
    .toSorted()

test("every module that listens is in the list of endpoints", () => {
  assert.deepEqual(found(listening), named(true))
})

test("every module that connects is in the list of endpoints", () => {
  assert.deepEqual(found(connecting), named(false))
})
