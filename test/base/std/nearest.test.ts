import { test } from "bun:test"
import assert from "node:assert/strict"
import { isSlip, nearest } from "../../../src/base/std/nearest.ts"

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

test("a slip is one letter more, less or other in a word, two letters swapped, or other separators", () => {
  const known = ["delete_issue", "get_item"]
  for (const word of ["delete_isue", "delete_issuee", "delete_issve", "delete_isseu", "deleteIssue", "get-item"]) {
    assert.ok(isSlip(word, known), word)
  }
})

test("another word is no slip, however few letters it differs in", () => {
  const known = ["delete_issue", "get_item"]
  for (const word of ["delete_issue", "create_issue", "set_item", "get", "issue", "refund", ""]) {
    assert.ok(!isSlip(word, known), word)
  }
})
