import { test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** What people read when the compiler saves them. A change here is a change of the product: look at it before taking it. */
test("the compiler's messages read as they did", () => {
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/tsc"),
    ["-p", "test/types/messages/tsconfig.json", "--pretty", "false"],
    { cwd: root, encoding: "utf8" }
  )
  assert.equal(stdout, readFileSync(join(import.meta.dirname, "messages.txt"), "utf8"))
})

test("the message for a single-run stability gate names what is needed", () => {
  const messages = readFileSync(join(import.meta.dirname, "messages.txt"), "utf8")
  assert.match(messages, /required in type 'Needs<"two or more runs">'/)
})
