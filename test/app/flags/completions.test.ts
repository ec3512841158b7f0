/**
 * The completions of each shell have what the table of commands and flags has, and nothing else.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { completionScript } from "../../../src/app/flags/completions.ts"
import { type Command, type Flag, flagName } from "../../../src/app/flags/Flag.ts"
import { passhat, type Program } from "../../../src/app/flags/Program.ts"
import { program } from "../../program.ts"

const shells = ["bash", "zsh", "fish", "powershell"] as const

const lower = fc.stringMatching(/^[a-z]{3,8}$/).map((name) => `x${name}`)
/** With what shells read as more than a letter. */
const description = fc
  .array(fc.constantFrom("Give", "a", "file's", "$HOME", "`date`", '"all"', "[x]", "a:b", "\\", "; rm", "#"), {
    minLength: 1
  })
  .map((words) => words.join(" "))
const described = { description }

const flag: fc.Arbitrary<Flag> = fc.oneof(
  fc.record({ kind: fc.constant("boolean" as const), ...described }),
  fc.record({ kind: fc.constant("integer" as const), metavar: fc.constant("<n>"), ...described }),
  fc.record({ kind: fc.constant("string" as const), metavar: fc.constant("<text>"), ...described }),
  fc.record({
    kind: fc.constant("choice" as const),
    metavar: fc.constant("<one>"),
    choices: fc.uniqueArray(lower, { minLength: 1, maxLength: 3 }),
    ...described
  })
)

const command: fc.Arbitrary<Command> = fc.record({
  ...described,
  examples: fc.constant([]),
  flags: fc.dictionary(lower, flag, { maxKeys: 4, noNullPrototype: true }),
  arguments: fc.constant({})
})

const anyProgram = fc
  .dictionary(lower, command, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  .map((commands) => passhat(commands))

const flagsOf = ({ commands }: Program): ReadonlyArray<string> =>
  Object.values(commands).flatMap(({ flags }) =>
    Object.entries(flags).flatMap(([property, { kind }]) => {
      const name = flagName(property)
      return kind === "boolean" ? [`--${name}`, `--no-${name}`] : [`--${name}`]
    })
  )

/** Bash offers no values of a flag whose value may be left out: they have to follow a `=`. */
const choicesOf = ({ commands }: Program, shell: string): ReadonlyArray<string> =>
  Object.values(commands).flatMap(({ flags }) =>
    Object.values(flags).flatMap((one) =>
      one.kind === "choice" && (one.optionalValue === undefined || shell !== "bash") ? one.choices : []
    )
  )

/** Whether a script has a word that stands alone, so that `--runs` is not found in `--runs-of`. */
const has = (script: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replaceAll("-", "\\-")}(?![\\w-])`).test(script)

const hasAll = (script: string, words: ReadonlyArray<string>): void =>
  assert.deepEqual(
    words.filter((word) => !has(script, word)),
    []
  )

/** The flags that a script offers. Its own code uses some of the shell's. */
const offered = (script: string, names: RegExp): ReadonlyArray<string> =>
  [...new Set(Array.from(script.matchAll(names), ([word]) => word))].toSorted()

describe.each(shells)("the completions of %s", (shell) => {
  const script = completionScript(program, shell)

  test("have every command, flag and choice of passhat", () => {
    hasAll(script, [...Object.keys(program.commands), ...flagsOf(program), ...choicesOf(program, shell)])
  })

  test("have every command, flag and choice of any table", () => {
    fc.assert(
      fc.property(anyProgram, (any) => {
        hasAll(completionScript(any, shell), [...Object.keys(any.commands), ...flagsOf(any), ...choicesOf(any, shell)])
      })
    )
  })

  test("have no flag that no table has", () => {
    fc.assert(
      fc.property(anyProgram, (any) => {
        // Every name that is made up begins with this letter.
        assert.deepEqual(
          offered(completionScript(any, shell), /(?<![\w-])--(?:no-)?x[a-z]+/g),
          [...new Set(flagsOf(any))].toSorted()
        )
      })
    )
  })

  test("have as many lines whatever the descriptions say", () => {
    const linesOf = (any: Program): number => completionScript(any, shell).split("\n").length
    const plain = (any: Command): Command => ({
      ...any,
      description: "Plain",
      flags: Object.fromEntries(
        Object.entries(any.flags).map(([name, one]) => [name, { ...one, description: "Plain" }])
      )
    })
    fc.assert(
      fc.property(anyProgram, (any) => {
        const commands = Object.fromEntries(Object.entries(any.commands).map(([name, one]) => [name, plain(one)]))
        assert.equal(linesOf(any), linesOf(passhat(commands)))
      })
    )
  })
})

test.each([
  ["sh", "bash"],
  ["pwsh", "powershell"]
])("the completions of %s are those of %s", (shell, same) => {
  assert.equal(completionScript(program, shell), completionScript(program, same))
})

test("each shell has completions of its own", () => {
  assert.equal(new Set(shells.map((shell) => completionScript(program, shell))).size, shells.length)
})
