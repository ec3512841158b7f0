/**
 * What a header shows of its fingerprint is what was recorded: an edited part is found by the hash of the parts as written.
 */
import { describe, test } from "bun:test"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { withPartsHash } from "../../../src/engine/cassette/shownParts.ts"
import type { Header } from "../../../src/base/domain/recording/Cassette.ts"
import { fingerprint } from "../../../src/base/domain/plan/fingerprint.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { sha256 } from "../../../src/base/std/sha256.ts"
import { header, json, runs } from "../layers/recordings.ts"
import { parseCassette } from "./parse.ts"
import { resealed } from "./reseal.ts"

const file = "cassettes/a.jsonl"
const hashed = withPartsHash(header)
const read = (written: Header) => parseCassette(file, formatCassette(written, runs))

/** The header with something else in its parts, and the hash as it was. */
const showing = (parts: object, of: Header = hashed): Header =>
  ({ ...of, fingerprint: { ...of.fingerprint, parts: { ...of.fingerprint.parts, ...parts } } }) as Header

describe("the parts that a header shows", () => {
  test("are read if they are as written, in any order of keys", () => {
    assert.equal(hashed.fingerprint.parts_sha256, fingerprint(header.fingerprint.parts))
    assert.deepEqual(Result.getOrThrow(read(hashed)).header, hashed)
    const { parts } = hashed.fingerprint
    const reversed = Object.fromEntries(Object.entries(parts).toReversed())
    const line = JSON.stringify({ ...hashed, fingerprint: { ...hashed.fingerprint, parts: reversed } })
    assert.deepEqual(Result.getOrThrow(parseCassette(file, resealed(`${line}\n`))).header, hashed)
  })

  test("give an error with the line and the path if one was edited, whatever it is", () => {
    const error = Result.getOrThrow(Result.flip(read(showing({ prompt: "Something harmless." }))))
    assert.equal(error.reason, "Damaged")
    assert.equal(error.line_number, 1)
    assert.equal(
      error.sentence,
      `${file}, line 1, fingerprint.parts: their hash is not the recorded parts_sha256, so they were changed after the recording.`
    )
    fc.assert(
      fc.property(json, (edited) => {
        const { options } = header.fingerprint.parts
        const spoilt = showing({ model_options: { edited }, options })
        assert.ok(Result.isFailure(read(spoilt)))
      })
    )
  })

  test("give an error if the hash itself was edited", () => {
    const other = { ...hashed, fingerprint: { ...hashed.fingerprint, parts_sha256: sha256("other") } }
    assert.ok(Result.isFailure(read(other)))
  })

  test("are not compared in a recording that has no such hash", () => {
    assert.equal(
      Result.getOrThrow(read(showing({ prompt: "Older." }, header))).header.fingerprint.parts.prompt,
      "Older."
    )
  })

  test("may have a part of a later version, which the hash covers", () => {
    const later = showing({ mood: "sunny" }, header)
    assert.ok(Result.isSuccess(read(withPartsHash(later))))
    assert.ok(Result.isFailure(read(showing({ mood: "rainy" }, withPartsHash(later)))))
  })
})
