/**
 * Every transcript of the documentation: its commands print what its page shows.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { blocksOf, pages } from "./blocks.ts"
import { agrees, beginSession, isSession, stepsOf } from "./console.ts"

const sessions = pages.flatMap(blocksOf).filter(isSession)

const sessionsToEnd: Array<() => void> = []
afterAll(() => sessionsToEnd.forEach((end) => end()))

describe("transcripts", () => {
  test.each(sessions.map((block) => [`${block.page}:${block.line}`, block] as const))("%s", (_, { info, text }) => {
    const steps = stepsOf(text)
    assert.ok(steps.length > 0)
    const session = beginSession(info)
    sessionsToEnd.push(session.end)
    for (const step of steps) {
      const printed = session.run(step.command)
      if (!agrees(step, printed)) assert.equal(printed, step.output, step.command)
    }
  })

  test("an output that differs is found, and three dots match any lines", () => {
    const [step] = stepsOf("$ say\na\n...\nz (1)\n")
    assert.ok(step !== undefined && agrees(step, "a\nb\nc\nz (1)"))
    assert.ok(!agrees(step, "a\nb\nz 1"))
    assert.ok(!agrees(step, "b\nz (1)"))
  })
})
