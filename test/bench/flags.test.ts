import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFlags } from "../../bench/flags.ts"

describe("the flags of the benchmark", () => {
  test.each([
    [[], ["cold", "scale", "mcpmark", "similarity"], [1, 100, 1_000, 10_000], 5],
    [["--quick"], ["cold", "scale", "mcpmark"], [1, 100, 1_000], 3],
    [
      ["--peers", "--million"],
      ["cold", "scale", "peers", "million", "mcpmark", "similarity"],
      [1, 100, 1_000, 10_000],
      5
    ],
    [["--only", "peers", "--counts", "20", "--repeats", "1"], ["peers"], [20], 1]
  ])("%j", (argv, sections, counts, repeats) => {
    const flags = readFlags(argv)
    assert.ok(!("problem" in flags))
    assert.deepEqual([flags.sections, flags.counts, flags.repeats], [sections, counts, repeats])
    assert.equal(flags.peers, sections.includes("peers"))
  })

  test.each([[["--only", "warm"]], [["--repeats", "0"]], [["--counts", "1,many"]], [["--fast"]]])(
    "%j is refused",
    (argv) => {
      assert.ok("problem" in readFlags(argv))
    }
  )
})
