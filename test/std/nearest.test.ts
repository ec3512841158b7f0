import { test } from "bun:test"
import assert from "node:assert/strict"
import { nearest } from "../../src/std/nearest.ts"

test("the nearest word is the one with the fewest wrong letters", () => {
  assert.equal(nearest("jsno", ["pretty", "json", "junit"]), "json")
  assert.equal(nearest("weakest_scor", ["score", "weakest_score"]), "weakest_score")
})

test("a word that resembles no candidate has no nearest word", () => {
  assert.equal(nearest("html", ["pretty", "json", "junit"]), undefined)
  assert.equal(nearest("anything", []), undefined)
})
