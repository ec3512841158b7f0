import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { hostname } from "node:os"
import { isRunning, thisProcess } from "../../../../src/engine/layers/platform/processes.ts"

describe("a process", () => {
  test("runs if it is this one", () => {
    assert.equal(thisProcess().pid, process.pid)
    assert.ok(isRunning(thisProcess()))
    assert.ok(isRunning({ pid: process.pid, host: hostname() }))
  })

  test("that has ended does not run", () => {
    assert.ok(!isRunning({ pid: spawnSync("true").pid, host: hostname() }))
  })

  test("whose pid another process has now does not run", () => {
    if (thisProcess().started === undefined) return console.log("skipped: this system does not tell when one started")
    assert.ok(!isRunning({ ...thisProcess(), started: "1" }))
  })

  test("on another host counts as running", () => {
    assert.ok(isRunning({ pid: spawnSync("true").pid, host: "another-host" }))
  })
})
