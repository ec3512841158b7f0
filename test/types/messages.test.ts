import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

setDefaultTimeout(120_000)

const root = join(import.meta.dirname, "../..")

/** These messages are part of the product: read a change before you accept it (`npm run snapshots`). */
test("the compiler's messages equal messages.txt", () => {
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/tsc"),
    ["-p", "test/types/messages/tsconfig.json", "--pretty", "false"],
    { cwd: root, encoding: "utf8" }
  )
  assert.equal(stdout, readFileSync(join(import.meta.dirname, "messages.txt"), "utf8"))
})

test("each message names the fix", () => {
  const messages = readFileSync(join(import.meta.dirname, "messages.txt"), "utf8").split(/^(?=test\/)/m)
  const of = (file: string) => messages.filter((message) => message.startsWith(`test/types/messages/${file}.ts`))
  assert.match(of("noModel").join(""), /required in type 'Needs<"model, models or driver">'/)
  assert.match(of("noRows").join(""), /required in type 'Needs<"one or more rows">'/)
  assert.match(of("noRows").join(""), /Property 'town' does not exist on type '\{ readonly name: string; /)
  assert.match(of("noRows").join(""), /required in type 'Needs<"a field name or id, which names the row">'/)
  assert.match(of("noLanguageModel").join(""), /required in type 'Needs<"a language model of the AI SDK, with /)
  assert.match(of("missingLayer").join(""), /required in type 'Needs<\["a layer that provides", Prices\]>'/)
  assert.ok(of("wrongMatcher").every((message) => message.trimEnd().split("\n").length <= 3))
  assert.match(of("wrongMatcher").join(""), /'Matcher<string>' .* 'Matcher<boolean>'/)
  assert.match(of("narration").join(""), /narrative\(\) or said\(\)/)
  assert.match(of("pathTypo").join(""), /did you mean tool_calls\[0\]\.name\?/)
  assert.equal(of("toolTypo").length, 4, "one for each misspelt tool")
  assert.ok(of("toolTypo").every((message) => message.includes("Did you mean 'get_weather'?")))
})

test("the message for a stability gate on one run names the number of runs that it needs", () => {
  const messages = readFileSync(join(import.meta.dirname, "messages.txt"), "utf8")
  assert.match(messages, /required in type 'Needs<"two or more runs">'/)
})
