import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { killedWhileLabelling, labelledRuns, labelProject, leftBeside, postLabel, runsUpTo } from "./labelling.ts"
import { viewing } from "./viewing.ts"

setDefaultTimeout(120_000)

test("of 45 labels that are posted at once to one process, or to two, all are kept", async () => {
  for (const processes of [1, 2]) {
    using user = labelProject(45)
    const views = await Promise.all(runsUpTo(processes).map(() => viewing(user.folder, ["--actions"])))
    const answers = await Promise.all(runsUpTo(45).map((run) => postLabel(views[run % processes]!, run)))
    assert.deepEqual(new Set(answers), new Set([200]))
    assert.deepEqual(labelledRuns(user.folder), runsUpTo(45))
    assert.deepEqual(leftBeside(user.folder), [])
    await Promise.all(views.map((view) => view.end()))
  }
})

test("a process that is killed while it writes labels keeps those that it answered, and leaves no lock and no temporary file to the next", async () => {
  for (const stage of [".tmp", "labels.jsonl"]) {
    using user = labelProject(45)
    const answered = await killedWhileLabelling(user.folder, 45, stage)
    assert.ok(answered.length < 45, "the process was killed in the middle")
    const next = await viewing(user.folder, ["--actions"])
    assert.deepEqual(leftBeside(user.folder), [])
    const kept = labelledRuns(user.folder)
    assert.deepEqual(
      answered.filter((run) => !kept.includes(run)),
      []
    )
    assert.equal(await postLabel(next, 45), 200)
    assert.ok(labelledRuns(user.folder).includes(45))
    await next.end()
  }
})
