import { test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findInFolder } from "../../../src/features/view/findFiles.ts"
import { subjects } from "../../../src/features/view/subjects.ts"
import * as Files from "../../../src/engine/layers/platform/fileSystem.ts"
import { json } from "../../../src/edges/report/formats/json.ts"
import { everything } from "../html/reports.ts"
import { plain, renderText } from "../../edges/report/sample.ts"
import { emptyProject } from "../../app/project.ts"

test("a file that has become a link out of the project since it was listed is not read", async () => {
  const text = renderText(json, everything(), plain)
  const outside = mkdtempSync(join(tmpdir(), "passhat-outside-"))
  writeFileSync(join(outside, "run.json"), text)
  using user = emptyProject({ "run.json": text, "other.json": text })
  const { files } = findInFolder(user.folder, "", new Map())
  const { open } = subjects(user.folder, {
    all: () => files,
    find: (name) => files.find(({ file }) => file === name),
    version: () => 1,
    hasFolder: () => false,
    isCut: () => false,
    touch: () => {},
    next: () => Effect.never
  })
  const shown = (name: string) =>
    Effect.runPromise(Effect.result(open({ of: { kind: "report", name } })).pipe(Effect.provide(Files.layer)))
  rmSync(join(user.folder, "run.json"))
  symlinkSync(join(outside, "run.json"), join(user.folder, "run.json"))
  const swapped = await shown("run.json")
  assert.ok(Result.isFailure(swapped))
  assert.match(swapped.failure.what, /^There is no report run\.json in this project\.$/)
  assert.ok(Result.isSuccess(await shown("other.json")))
  rmSync(outside, { recursive: true })
})
