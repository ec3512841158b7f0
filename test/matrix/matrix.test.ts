/**
 * Every row of the table has the same bytes on every runtime.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { root } from "../../bench/runtimes.ts"
import { type Program, programs, supportedNodes } from "./programs.ts"
import { printedBy, programRows, type Row, rows } from "./table.ts"

setDefaultTimeout(60_000)

const isThere = ({ command }: Program): boolean => command !== undefined
for (const { name } of programs.filter((program) => !isThere(program))) {
  console.log(`Left out: ${name}, which is not on this machine and could not be installed by npm.`)
}

/** What a refusal tells on standard error follows what standard output has. */
const check = ({ command = [] }: Program, row: Row): void => {
  const { code, stderr, stdout } = printedBy(command, row)
  assert.equal(`${stdout}${stderr}`, readFileSync(join(root, row.expected), "utf8"))
  assert.equal(code, row.code)
}

describe.each(programs)("on $name", (program) => {
  const lines = program.name === "Bun" || program.name === "Deno" ? [...rows, ...programRows] : rows
  test.skipIf(!isThere(program)).each(lines)("$line has the expected bytes", (row) => check(program, row))
})

describe("the programs of the table", () => {
  test("are Bun, Deno and every supported version of Node", () => {
    assert.deepEqual(
      programs.map(({ name }) => name),
      ["Bun", "Deno", ...supportedNodes.map((major) => `Node ${major}`)]
    )
    assert.match(manifest.engines.node, new RegExp(`>=${supportedNodes[0]}\\b`))
  })

  test("have at least one Node beside Bun and Deno", () => {
    assert.ok(programs.filter(({ name }) => name.startsWith("Node")).some(isThere))
  })
})
