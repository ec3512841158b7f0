import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openBlocks, recordingOf, textOf } from "../../../src/layers/replay/blocks.ts"
import { formatCassette } from "../../../src/layers/record/writeCassette.ts"
import { cell, header, runs } from "../recordings.ts"

/** A file with this text, removed by `using`. */
const fileOf = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-"))
  const path = join(folder, "cassette.jsonl")
  writeFileSync(path, text)
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

const first = formatCassette(header, [])

const opened = (path: string, block: number) => {
  const recording = recordingOf(cell, path) ?? assert.fail("it is of the cell")
  const blocks = openBlocks(recording, block)
  return { blocks, count: Math.ceil((recording.size - recording.from) / block) }
}

/** What all blocks hold; nothing where one of them has no end. */
const linesIn = (path: string, block: number): string | undefined => {
  const { blocks, count } = opened(path, block)
  const found = Array.from({ length: count }, (_, at) => {
    const lines = blocks.lines(at)
    return lines && textOf(lines)
  })
  blocks.close()
  return found.every((one) => one !== undefined) ? found.join("") : undefined
}

describe("the blocks of a cassette", () => {
  test("hold every line once, in order, wherever they are cut", () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "☀", "𝄞", " "), maxLength: 40 }), {
      minLength: 1
    })
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 60 }), (written, block) => {
        const text = written.map((line) => `${line}\n`).join("")
        using file = fileOf(`${first}${text}`)
        assert.equal(linesIn(file.path, block), text)
      })
    )
  })

  test("hold a line that is much longer than they are", () => {
    const text = `${"long ".repeat(100_000)}\nshort\n`
    using file = fileOf(`${first}${text}`)
    assert.equal(linesIn(file.path, 1_000), text)
  })

  test("are not read where the last line does not end", () => {
    using file = fileOf(`${first}a\nb`)
    for (const block of [1, 2, 3, 4, 100]) assert.equal(linesIn(file.path, block), undefined)
  })

  test("say whether the file is what it was", () => {
    using file = fileOf(formatCassette(header, runs))
    const { blocks } = opened(file.path, 100)
    assert.equal(blocks.isSame(), true)
    appendFileSync(file.path, "more\n")
    assert.equal(blocks.isSame(), false)
    blocks.close()
  })

  test("are those of a recording of the cell, and of no other file", () => {
    using file = fileOf(formatCassette(header, runs))
    assert.equal(recordingOf({ ...cell, fingerprint: "other" }, file.path), undefined)
    using empty = fileOf("")
    assert.equal(recordingOf(cell, empty.path), undefined)
    using marked = fileOf(`\uFEFF${formatCassette(header, runs)}`)
    assert.throws(() => recordingOf(cell, marked.path))
  })
})
