/**
 * What holds for the adapter of every framework: its suite is recorded on each runtime that the framework supports, the traces are what the
 * framework itself told, every recording replays on every runtime, and agents that fail have no verdict.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import type { Trace } from "../../src/base/domain/trace/Trace.ts"
import { assertAsTold, type Comparison } from "./asTold.ts"
import { record, type Recording, replays, type Runtime } from "./recordings.ts"
import type { Told } from "./told.ts"

export interface Checked {
  /** The folder of the framework, with suite.ts and failing.ts. */
  readonly folder: string
  readonly runtimes: ReadonlyArray<CheckedRuntime>
  readonly env?: () => { readonly [name: string]: string }
  readonly nameOf: Comparison["nameOf"]
  /** The agents of suite.ts whose runs are compared with what the framework told. */
  readonly told: { readonly [agent: string]: Omit<Comparison, "nameOf"> }
  /** Claims about the other agents of suite.ts. */
  readonly others?: { readonly [agent: string]: (trace: Trace, told: Told) => void }
  /** What differs from run to run in the texts of the framework. */
  readonly varying?: RegExp
  /** For each agent of failing.ts its verdict, and what its messages say. */
  readonly failing: { readonly [agent: string]: readonly [verdict: "fail" | "none", message: RegExp] }
  /** Claims about the agents of failing.ts that have a trace, by the names of their recordings. */
  readonly crashed?: { readonly [agent: string]: (trace: Trace) => void }
}

export interface CheckedRuntime {
  readonly name: string
  readonly runtime: Runtime
  readonly program?: ReadonlyArray<string>
}

const MINUTES = 60_000

export const checkAdapter = (checked: Checked): void => {
  const recordings = new Map<string, Recording>()
  const recorded = (name: string): Recording => recordings.get(name) ?? assert.fail(`Nothing is recorded on ${name}.`)
  afterAll(() => {
    for (const { folder } of recordings.values()) rmSync(folder, { recursive: true, force: true })
  })

  describe.each(checked.runtimes)("on $name", ({ name, program, runtime }) => {
    beforeAll(async () => {
      recordings.set(name, await record(join(checked.folder, "suite.ts"), runtime, checked.env?.(), program))
    }, 3 * MINUTES)

    test("the suite is recorded and passes", () => {
      const { finished } = recorded(name)
      assert.equal(finished.code, 0, finished.stdout + finished.stderr)
    })

    test.each(Object.entries(checked.told))("%s: the trace is what the framework told", (agent, comparison) => {
      const { told, traces } = recorded(name)
      const runs = traces.get(agent) ?? []
      assert.ok(runs.length > 0)
      for (const [at, trace] of runs.entries()) {
        assertAsTold(trace, told.get(`${agent}-${at + 1}`) as Told, { ...comparison, nameOf: checked.nameOf })
      }
    })

    test.each(Object.entries(checked.others ?? {}))("%s: the trace is as claimed", (agent, claim) => {
      const { told, traces } = recorded(name)
      const runs = traces.get(agent) ?? []
      assert.ok(runs.length > 0)
      for (const [at, trace] of runs.entries()) claim(trace, told.get(`${agent}-${at + 1}`) as Told)
    })

    test(
      "the recording replays the same on Bun, Deno and Node",
      () => {
        const [first, ...others] = replays(recorded(name))
        assert.deepEqual([first?.code, others.length], [0, 2], String(first?.stderr))
        for (const other of others) assert.deepEqual([other.code, other.stdout], [0, first?.stdout], other.stderr)
      },
      2 * MINUTES
    )
  })

  test("the traces of all runtimes are the same, beside their times", () => {
    const [first, ...others] = [...recordings.values()].map(({ traces }) => timeless(traces, checked.varying))
    for (const other of others) assert.deepEqual(other, first)
  })

  describe("an agent that does not end by itself", () => {
    let failed: Recording | undefined
    beforeAll(async () => {
      const [{ program, runtime } = assert.fail("There is a runtime.")] = checked.runtimes
      failed = await record(join(checked.folder, "failing.ts"), runtime, checked.env?.(), program)
      recordings.set("failing", failed)
    }, 3 * MINUTES)

    test("each agent is here", () => {
      const names = failed?.report.suites[0]?.cells.map(({ name }) => name)
      assert.deepEqual(names?.toSorted(), Object.keys(checked.failing).toSorted(), String(failed?.finished.stdout))
    })

    test.each(Object.entries(checked.failing))("%s", (agent, [verdict, message]) => {
      const cell = failed?.report.suites[0]?.cells.find(({ name }) => name === agent)
      assert.equal(cell?.verdict, verdict, JSON.stringify(cell))
      assert.match(JSON.stringify(cell), message)
    })

    test.each(Object.entries(checked.crashed ?? {}))("%s: the trace is as claimed", (agent, claim) => {
      const [trace] = failed?.traces.get(agent) ?? []
      claim(trace ?? assert.fail(`There is no trace of ${agent}.`))
    })

    test("that hangs is told that the run has ended", () => {
      assert.match(String(failed?.told.get("hangs-1")), /ended|abort/i)
    })
  })
}

const timeless = (traces: Recording["traces"], varying: RegExp | undefined): unknown => {
  const kept = [...traces].map(([agent, runs]) => [agent, runs.map(({ clock: _, faults: _marks, ...trace }) => trace)])
  const text = JSON.stringify(kept)
  return JSON.parse(varying === undefined ? text : text.replaceAll(varying, "..."))
}
