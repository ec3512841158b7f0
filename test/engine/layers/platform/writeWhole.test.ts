/**
 * What is read whole has a size that can be held: a sparse file of 100 GB is refused by its size, and not read.
 */
import { test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readHistory } from "../../../../src/features/history/readHistory.ts"
import { readLabels } from "../../../../src/features/labels/labels.ts"
import { readAt } from "../../../../src/app/recordings/recordingsIn.ts"
import { readReport } from "../../../../src/app/reports/readReport.ts"
import * as Files from "../../../../src/engine/layers/platform/fileSystem.ts"
import { readWhole } from "../../../../src/engine/layers/platform/writeWhole.ts"

const SIZE = 100 * 1024 ** 3

/** Its blocks are nowhere: the size alone is there. */
const sparse = (name: string, text: string, size = SIZE) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-sparse-"))
  const file = join(folder, name)
  writeFileSync(file, text)
  truncateSync(file, size)
  return { file, folder, [Symbol.dispose]: (): void => rmSync(folder, { recursive: true }) }
}

const tooLarge = /cannot be read \(it has 107374182400 bytes, and may have 536870912\)\. /

const refusal = <A, E extends { readonly message: string }>(
  reading: Effect.Effect<A, E, Effect.Services<ReturnType<typeof readReport>>>
) => Effect.runPromise(Effect.flip(reading).pipe(Effect.provide(Files.layer))).then(({ message }) => message)

test("a report, labels and a month of a history of 100 GB are refused by their size", async () => {
  using report = sparse("report.json", '{"format":"passhat-report"')
  assert.match(await refusal(readReport(report.file)), tooLarge)
  using labels = sparse("labels.jsonl", "")
  assert.match(await refusal(readLabels(labels.file)), tooLarge)
  using month = sparse("2026-11.jsonl", "")
  assert.match(await refusal(readHistory(month.folder, () => {})), tooLarge)
})

test("a recording of 100 GB is read to its first line that is too long", async () => {
  using recording = sparse("run.jsonl", "")
  assert.match(await refusal(readAt(recording.file)), /, line 1 is longer than 64 MiB\. /)
})

test("a file is read to the size that is allowed, and not beyond", () => {
  using small = sparse("lock", "", 10)
  assert.equal(readWhole(small.file, 10).length, 10)
  assert.equal(readWhole(small.file, 9), "it has 10 bytes, and may have 9")
  assert.equal(readWhole(join(small.folder, "none")), "ENOENT")
})
