import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { project } from "../project.ts"

const red = "suites/red.ts"

describe("--reporter github", () => {
  test("appends the markdown report to the summary of the job", () => {
    using user = project()
    user.write("summary.md", "before\n")
    const env = { GITHUB_STEP_SUMMARY: join(user.folder, "summary.md") }
    const { code, stdout } = user.run(red, ["--reporter", "github", "--reporter", "markdown=comment.md"], { env })
    assert.equal(code, 1)
    assert.match(stdout, /^::error file=suites\/red\.ts,line=\d+,/)
    assert.equal(user.read("summary.md"), `before\n${user.read("comment.md")}\n`)
  })

  test("can be combined on standard output with pretty, and not with json", () => {
    using user = project()
    const both = user.run(red, ["--reporter", "pretty", "--reporter", "github"])
    assert.equal(both.stdout, user.run(red).stdout + user.run(red, ["--reporter", "github"]).stdout)
    const mixed = user.run(red, ["--reporter", "json", "--reporter", "github"])
    assert.deepEqual([mixed.code, mixed.stdout], [2, ""])
    assert.match(mixed.stderr, /^The reporters json and github would both write to standard output\. /)
  })

  test("exits with 2 if the summary cannot be written", () => {
    using user = project()
    const env = { GITHUB_STEP_SUMMARY: join(user.folder, "nowhere/summary.md") }
    const { code, stderr } = user.run("suites/weather.ts", ["--reporter", "github"], { env })
    assert.equal(code, 2)
    assert.match(stderr, /^The report could not be written to .*summary\.md: /)
    assert.equal(user.run("suites/weather.ts", [], { env }).code, 0)
  })
})
