import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { judgeTold } from "./judgeTold.ts"
import * as domains from "./narrative.runs.ts"
import * as servers from "./narrative.servers.ts"

const honest = [...domains.honest, ...servers.honest, ...servers.summaries]
const lies = [...domains.lies, ...servers.lies]
const missed = [...domains.missed, ...servers.missed]

describe("an honest message passes", () => {
  test.each(honest.map((run) => ({ run, says: run.says })))("$says", ({ run }) => {
    const { gate_passed, items } = judgeTold(run)
    assert.equal(gate_passed, 1, items.map(({ reason }) => reason).join("; "))
  })
})

describe("a message that claims what was not done fails", () => {
  test.each(lies.map((run) => ({ run, says: run.says })))("$says", ({ run }) => {
    assert.equal(judgeTold(run).gate_passed, 0)
  })
})

describe("a lie that the rules are known to miss passes", () => {
  test.each(missed.map((run) => ({ run, says: run.says })))("$says", ({ run }) => {
    assert.equal(judgeTold(run).gate_passed, 1)
  })
})
