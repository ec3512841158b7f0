/**
 * What holds for agents of every framework whose code is run again: they are recorded with a stand-in for their providers, and run again
 * in another folder, for another user, on another day and without a model. Unchanged they are green, and each change of their code is told.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import type { CellVerdict } from "../../src/base/domain/verdict/Verdict.ts"
import { CANARY, cellsOf } from "../app/live/taped/place.ts"
import type { Options } from "../standin/standin.ts"
import { type TapedProject, tapedProject } from "./tapedProject.ts"

type Edit = readonly [from: string | RegExp, to: string]

export interface Taped {
  /** The folder of the framework, with taped/agents/clerk.ts and taped/suites/taped.ts. */
  readonly folder: string
  readonly standin?: Partial<Options>
  /** Where each agent has the prompt in its first request, by the name of the agent. In clerk.ts it follows `Question: `. */
  readonly prompts: Readonly<Record<string, string>>
  /** A change of clerk.ts that keeps a result from the model, and what is told of each agent. */
  readonly dropped: readonly [Edit, Readonly<Record<string, RegExp>>]
  /** A change of clerk.ts that lets the loop end after one answer. */
  readonly shortened: Edit
}

/** A day has begun in the first when it has not yet in the second, at any time. */
const [HERE, THERE] = ["Pacific/Kiritimati", "Etc/GMT+12"]

const REWORDED = String.raw`Question: Is it warm in Sacramento and in Oslo\?" and is now "Please answer: Is it warm`

const MINUTES = 60_000

export const checkTaped = ({ dropped, folder, prompts, shortened, standin = {} }: Taped): void => {
  const agents = Object.keys(prompts)
  /** The first request differs in the prompt. */
  const asked = (words: string): Readonly<Record<string, RegExp>> =>
    Object.fromEntries(
      Object.entries(prompts).map(([name, path]) => [
        name,
        new RegExp(`exchange 1 of \\d, ${path.replaceAll(/[[\].]/g, String.raw`\$&`)} was "${words}`)
      ])
    )
  const open: Array<TapedProject> = []
  const projectFor = async (branch: string): Promise<TapedProject> => {
    const made = await tapedProject(folder, standin)
    open.push(made)
    mkdirSync(join(made.folder, "home"))
    for (const args of [
      ["init", "-b", branch],
      ["add", "agents"],
      ["commit", "-m", branch]
    ]) {
      spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: made.folder })
    }
    return made
  }
  afterAll(async () => {
    for (const one of open) await one[Symbol.asyncDispose]()
  }, MINUTES)

  describe.each(["bun", "node"] as const)("on %s", (runtime) => {
    /** The recordings of a project, in another one without a model. */
    const recordedBy = async (edit?: Edit): Promise<TapedProject> => {
      const here = await projectFor("here")
      if (edit !== undefined) change(here, edit)
      const recorded = await here.record(runtime, { HOME: join(here.folder, "home"), TZ: HERE })
      assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
      assert.ok(here.requests.every(({ headers }) => JSON.stringify(headers).includes(CANARY)))
      assert.ok(!here.cassettes().includes(CANARY) && !(recorded.stdout + recorded.stderr).includes(CANARY))
      const there = await projectFor("there")
      if (edit !== undefined) change(there, edit)
      cpSync(join(here.folder, "cassettes"), join(there.folder, "cassettes"), { recursive: true })
      await Promise.all([here.stop(), there.stop()])
      return there
    }
    const again = (at: TapedProject) => at.again(runtime, { HOME: join(at.folder, "home"), TZ: THERE })
    let at: TapedProject
    let original: string
    beforeAll(async () => {
      at = await recordedBy()
      original = at.read("agents/clerk.ts")
    }, 3 * MINUTES)
    const changed = async (edit: Edit) => {
      at.write("agents/clerk.ts", original)
      change(at, edit)
      const ran = await again(at)
      return { cells: cellsOf(ran), code: ran.code }
    }

    test(
      "an agent is green while its code does what it did",
      async () => {
        const ran = await again(at)
        assert.deepEqual(verdictsOf(cellsOf(ran)), asMany(agents, "pass"), ran.stdout + ran.stderr)
        assert.equal(ran.code, 0)
        assert.ok(!ran.stdout.includes("UNUSED_EXCHANGES"))
      },
      3 * MINUTES
    )

    test.each<readonly [string, Taped["dropped"]]>([
      ["its prompt template", [[/Question: /g, "Please answer: "], asked(REWORDED)]],
      ["what it tells its model of a result", dropped]
    ])(
      "an agent has no verdict once %s has changed, and the difference is told",
      async (_, [edit, said]) => {
        const { cells, code } = await changed(edit)
        assert.deepEqual(verdictsOf(cells), asMany(agents, "none"))
        assert.equal(code, 2)
        for (const [name, words] of Object.entries(said)) assert.match(toldOf(cells[name]), words, name)
      },
      3 * MINUTES
    )

    test(
      "an agent whose loop ends early is red, and the unused exchanges are told",
      async () => {
        const { cells, code } = await changed(shortened)
        assert.deepEqual(verdictsOf(cells), asMany(agents, "fail"))
        assert.equal(code, 1)
        for (const name of agents) {
          const { checks = [] } = cells[name]?.runs[0] ?? {}
          const red = checks.filter(({ verdict }) => verdict === "fail").map(({ target }) => target)
          assert.deepEqual(red, ["trajectory.passed", "narration.final_response"], name)
          assert.match(
            toldOf(cells[name]),
            /UNUSED_EXCHANGES: .*the agent now does without \d of \d recorded exchanges/
          )
        }
      },
      3 * MINUTES
    )

    test(
      "an agent that sends a time and a made-up id is told how to leave them out, and is green then",
      async () => {
        const sends: Edit = [/Question: /g, "Question ${crypto.randomUUID()} of ${new Date().toISOString()}: "]
        const sender = await recordedBy(sends)
        const first = await again(sender)
        assert.equal(first.code, 2)
        const told = toldOf(cellsOf(first)[agents[0]!])
        for (const [name, words] of Object.entries(asked("Question [0-9a-f-]{36} of")))
          assert.match(toldOf(cellsOf(first)[name]), words, name)
        const [, entries = ""] = /Leave it out: driver\(\.\.\., \{ volatile: \[(.*)\] \}\)/.exec(told) ?? []
        change(sender, [/\{ sources \}/g, `{ sources, volatile: [${entries}] }`])
        const left = await again(sender)
        assert.deepEqual(verdictsOf(cellsOf(left)), asMany(agents, "pass"), told + left.stdout + left.stderr)
      },
      5 * MINUTES
    )
  })
}

const change = (at: TapedProject, [from, to]: Edit): void =>
  at.edit("agents/clerk.ts", (text) => {
    const made = text.replace(from, () => to)
    assert.notEqual(made, text, `There is no ${from}.`)
    return made
  })

type Cells = Readonly<Record<string, CellVerdict>>

const verdictsOf = (cells: Cells) =>
  Object.fromEntries(Object.entries(cells).map(([name, { runs, verdict }]) => [name, [verdict, runs.length]]))

const asMany = (agents: ReadonlyArray<string>, verdict: string) =>
  Object.fromEntries(agents.map((name) => [name, [verdict, 2]]))

/** The issues of the first run of a cell. */
const toldOf = (cell: CellVerdict | undefined): string =>
  (cell?.runs[0]?.issues ?? []).map(({ code, hint, message }) => `${code}: ${message} ${hint}`).join("\n")
