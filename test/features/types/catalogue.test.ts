import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { splitCommand } from "../../../src/features/types/catalogue.ts"

const wordsOf = (text: string) => Result.getOrThrow(splitCommand(text))

describe("a command line", () => {
  test.each([
    ["npx -y some-server .", ["npx", "-y", "some-server", "."]],
    ["  node\tserver.js\n", ["node", "server.js"]],
    [`node "my server.js" 'a "b" c'`, ["node", "my server.js", `a "b" c`]],
    [`--name="a b"'c d'e`, ["--name=a bc de"]],
    [`node "" ''`, ["node", "", ""]],
    [String.raw`node my\ server.js \"quoted\"`, ["node", "my server.js", '"quoted"']],
    [String.raw`"a \"b\" \\ \n"`, [String.raw`a "b" \ \n`]],
    [String.raw`C:\tools\server.exe --root D:\data`, [String.raw`C:\tools\server.exe`, "--root", String.raw`D:\data`]],
    ["server $HOME | cat && rm *", ["server", "$HOME", "|", "cat", "&&", "rm", "*"]]
  ])("%s is split into words without a shell", (text, words) => {
    assert.deepEqual(wordsOf(text), words)
  })

  test.each([
    ["", "it is empty"],
    ["   ", "it is empty"],
    ['node "server', "it has a quote without an end"],
    ["node ser'ver", "it has a quote without an end"]
  ])("%p is refused", (text, reason) => {
    assert.deepEqual(splitCommand(text), Result.fail(reason))
  })

  test("quoted words are read as a shell reads them", () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (words) => {
        assert.deepEqual(wordsOf(words.map(quoted).join(" ")), words)
      })
    )
    const line = `a "b c" 'd"e' f\\ g "h\\"i"`
    const { stdout } = spawnSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" })
    assert.deepEqual(wordsOf(line), stdout.trimEnd().split("\n"))
  })
})
