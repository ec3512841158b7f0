/**
 * The workflow that publishes: what runs code of others has no identity, and what has one runs no code of others.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../app/project.ts"

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly needs?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: ReadonlyArray<{ readonly run?: string; readonly uses?: string }>
}

const { jobs, permissions } = Bun.YAML.parse(
  readFileSync(join(root, ".github/workflows/release.yml"), "utf8")
) as Workflow

const commands = ({ steps }: Job): ReadonlyArray<string> => steps.flatMap(({ run }) => run?.split("\n") ?? [])
const canPublish = (job: Job): boolean => "id-token" in (job.permissions ?? permissions)

test("the tests of a release run without an identity that could publish", () => {
  const testing = Object.values(jobs).filter((job) => commands(job).some((line) => line.includes("npm test")))
  assert.equal(testing.length, 1)
  assert.deepEqual(testing.filter(canPublish), [])
})

test("the job that publishes runs no script of a package, and needs the tests", () => {
  const publishing = Object.values(jobs).filter(canPublish)
  assert.equal(publishing.length, 1)
  for (const job of publishing) {
    assert.equal(job.needs, "test")
    for (const line of commands(job)) {
      assert.doesNotMatch(line, /npm (?:test|run|exec)|bun /)
      if (/npm (?:ci|install|publish)/.test(line)) assert.match(line, /--ignore-scripts/)
    }
  }
})

test("every action of a release is pinned to a commit", () => {
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  assert.ok(used.length > 3)
  for (const action of used) assert.match(action, /@[0-9a-f]{40}$/)
})
