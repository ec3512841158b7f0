import { test } from "bun:test"
import assert from "node:assert/strict"
import { childArguments, sentenceOf } from "../../../src/features/watch/judgeInChild.ts"

test("the arguments of a child are those of the command without --watch and its reporters", () => {
  assert.deepEqual(
    childArguments(
      ["run", "--watch", "a.ts", "--reporter", "html=r.html", "--reporter=pretty", "--tag", "slow"],
      false
    ),
    ["run", "a.ts", "--tag", "slow", "--reporter", "json"]
  )
  assert.deepEqual(childArguments(["--watch=true", "--with-traces"], true), ["--with-traces", "--reporter", "json"])
  assert.deepEqual(childArguments(["--verbose"], true), ["--verbose", "--reporter", "json", "--with-traces"])
})

test("a suite that does not load is reported in one sentence, on every runtime", () => {
  const sentence = (why: string) =>
    `package.json could not be loaded: ${why}. Correct the file; it has to load without an error.`
  const said: ReadonlyArray<readonly [string, string]> = [
    [
      "36 | x = (\n         ^\nerror: Unexpected end of file\n    at /p/s.ts:36:19\n\nBun v1.4.4\n",
      "Unexpected end of file"
    ],
    ["error: SyntaxError: Expression expected\n   |\n36 | x = (\n\nStack backtrace:\n", "Expression expected"],
    ["error: Uncaught (in promise) Error: no key\n    at file:///p/s.ts:1:7\n", "no key"],
    ["file:///p/s.ts:1\nthrow new Error()\n\nSyntaxError: Unexpected token\n    at compile\n", "Unexpected token"]
  ]
  for (const [text, why] of said) assert.equal(sentenceOf(["package.json"], text), sentence(why))
  assert.equal(sentenceOf(["package.json"], "No file matches x.ts. Name one.\n"), "No file matches x.ts. Name one.")
  assert.equal(sentenceOf([], ""), "The suites could not be judged.")
})
