/**
 * Refuses every process that a test of the lane `unit` starts, also through code that is loaded only then. Set by `test/lanes/run.ts`.
 */
import { afterAll, mock } from "bun:test"
import * as childProcess from "node:child_process"
import assert from "node:assert/strict"

if (process.env.PASSHAT_TEST_LANE === "unit") {
  const refused: Array<string> = []
  const refuse =
    (name: string) =>
    (program: unknown): never => {
      refused.push(`${name}(${JSON.stringify(program)})`)
      throw new Error(`A test of the lane unit started a process: ${refused.at(-1)}.`)
    }
  const starters = ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"]
  const refusing = { ...childProcess, ...Object.fromEntries(starters.map((name) => [name, refuse(name)])) }
  for (const name of ["node:child_process", "child_process"]) {
    mock.module(name, () => ({ ...refusing, default: refusing }))
  }
  for (const name of ["spawn", "spawnSync"]) Reflect.set(Bun, name, refuse(`Bun.${name}`))
  // Also where the code under test handles the error.
  afterAll(() => assert.deepEqual(refused, []))
}
