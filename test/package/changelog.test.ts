/**
 * One file per change, which a release merges into CHANGELOG.md.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { type Change, changesIn, merged, problemOf } from "../../changelog.ts"
import { root, runtimes } from "../app/project.ts"

const before = `# Changelog

What changes.

## [0.2.0] - 2026-01-01

A sentence.

### Changed

- An older change.

### Older recordings

Record them again.

## [0.1.0]

### Added

- The first.
`

const changes: ReadonlyArray<Change> = [
  { name: "view-tabs.md", text: "Fixed\nTabs keep their place.\n" },
  { name: "queue-limits.md", text: "Changed\nA limit holds\nfor all workers.\n" },
  { name: "compare-all.md", text: "Changed\nIt compares all cells.\n" },
  { name: "queue-show.md", text: "Added\n\n`passhat queue` shows workers.\n" }
]

test("every file of changes/ has the name and the form that a release can merge", () => {
  assert.deepEqual(
    changesIn(root).flatMap((change) => problemOf(change) ?? []),
    []
  )
})

test("CHANGELOG.md has a section of the version of the package, and its file names no unreleased section", () => {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  assert.match(text, new RegExp(`^## \\[${manifest.version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m"))
  assert.doesNotMatch(text, /Unreleased/)
})

describe("a release", () => {
  test("adds changes to a version that has a section, each at the end of its group and by file name", () => {
    const after = before
      .replace("2026-01-01", "2026-11-18")
      .replace("### Changed", "### Added\n\n- `passhat queue` shows workers.\n\n### Changed")
      .replace(
        "- An older change.\n",
        "- An older change.\n- It compares all cells.\n- A limit holds\n  for all workers.\n"
      )
      .replace("## [0.1.0]", "### Fixed\n\n- Tabs keep their place.\n\n## [0.1.0]")
    assert.deepEqual(merged(before, changes, "0.2.0", "2026-11-18"), { changelog: after })
  })

  test("begins a section above all others for a new version", () => {
    const section = "## [0.3.0] - 2027-01-31\n\n### Fixed\n\n- Tabs keep their place.\n\n"
    assert.deepEqual(merged(before, changes.slice(0, 1), "0.3.0", "2027-01-31"), {
      changelog: before.replace("## [0.2.0]", `${section}## [0.2.0]`)
    })
  })

  const refused: ReadonlyArray<readonly [string, Change, string]> = [
    [
      "no area",
      { name: "queue.md", text: "Fixed\nx" },
      "changes/queue.md is not named <area>-<slug>.md, such as queue-lost-workers.md."
    ],
    [
      "another ending",
      { name: "queue-a.txt", text: "Fixed\nx" },
      "changes/queue-a.txt is not named <area>-<slug>.md, such as queue-lost-workers.md."
    ],
    [
      "another first line",
      { name: "queue-a.md", text: "Fix\nx" },
      'The first line of changes/queue-a.md is "Fix". It must be one of Added, Changed, Removed, Fixed.'
    ],
    ["no text", { name: "queue-a.md", text: "Fixed\n\n" }, "changes/queue-a.md has no text below its first line."],
    [
      "a heading",
      { name: "queue-a.md", text: "Fixed\n## [9.9.9]\n" },
      'changes/queue-a.md has the line "## [9.9.9]". Write sentences, without headings and lists.'
    ]
  ]
  test.each(refused)("refuses a file with %s, with one sentence", (_, change, problem) => {
    assert.equal(problemOf(change), problem)
    assert.deepEqual(merged(before, [...changes, change], "0.3.0", "2027-01-31"), { problem })
  })

  test.each([
    ["0.3", "2027-01-31", '"0.3" is not a version, such as 0.3.0.'],
    ["0.3.0", "31.1.2027", '"31.1.2027" is not a date, such as 2027-01-31.'],
    ["0.3.0", "2027-02-31", '"2027-02-31" is not a date, such as 2027-01-31.']
  ])("refuses the version %s of %s", (version, date, problem) => {
    assert.deepEqual(merged(before, changes, version, date), { problem })
  })

  test("with nothing to merge is refused", () => {
    assert.deepEqual(merged(before, [], "0.3.0", "2027-01-31"), { problem: "changes/ has no file to merge." })
  })

  test("deletes the files that it merged, and a malformed file leaves everything as it was", () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-changes-"))
    mkdirSync(join(folder, "changes"))
    writeFileSync(join(folder, "CHANGELOG.md"), before)
    for (const { name, text } of changes) writeFileSync(join(folder, "changes", name), text)
    writeFileSync(join(folder, "changes/bad.md"), "")
    const release = () => {
      const args = [join(root, "changelog.ts"), "0.2.0", "2026-11-18"]
      return spawnSync(runtimes.bun[0], args, { cwd: folder, encoding: "utf8" })
    }
    const { status, stderr } = release()
    assert.equal(status, 2)
    assert.match(stderr, /^changes\/bad\.md is not named/)
    assert.equal(readFileSync(join(folder, "CHANGELOG.md"), "utf8"), before)
    assert.equal(changesIn(folder).length, 5)
    rmSync(join(folder, "changes/bad.md"))
    assert.equal(release().stdout, "Merged 4 changes into 0.2.0.\n")
    assert.deepEqual(readdirSync(join(folder, "changes")), [])
    assert.deepEqual(
      { changelog: readFileSync(join(folder, "CHANGELOG.md"), "utf8") },
      merged(before, changes, "0.2.0", "2026-11-18")
    )
    rmSync(folder, { recursive: true })
  })
})
