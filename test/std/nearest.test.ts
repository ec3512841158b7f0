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

test("a very long word costs nothing, because no candidate resembles it", () => {
  const began = process.cpuUsage()
  assert.equal(nearest("x".repeat(2_000_000), ["content", "isError", "structuredContent"]), undefined)
  const { system, user } = process.cpuUsage(began)
  assert.ok(system + user < 1_000_000, `${(system + user) / 1000} ms of processor time`)
})
