import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { flagName } from "../../../src/app/flags/Flag.ts"
import { parse, parsePasshat, parseSuiteFile } from "../../../src/app/flags/parse.ts"
import { passhat, type Program, suiteProgram } from "../../../src/app/flags/Program.ts"
import { defaultRunFlags } from "../../../src/app/flags/runFlags.ts"
import { effectParser, type Outcome } from "./effectCommands.ts"

const suite = suiteProgram("suites/weather.ts", "weather")
const all = [suite.command, ...Object.values(passhat.commands)]
const names = [...new Set(all.flatMap(({ flags }) => Object.keys(flags).map(flagName)))]

const value = fc.oneof(
  fc.constantFrom("", "-", "all", "missing", "missin", "true", "no", "y", "x=y", "suites/weather.ts", "a b", '"'),
  fc.constantFrom("0", "1", "-1", "+2", "2.5", ".5", "5.", "-.5", "-3e2", "1e3", "1E3", "1e400", "0x10", "1_000"),
  fc.constantFrom("9007199254740991", "9007199254740992", "Infinity", "NaN", " 1", "bash", "pwsh", "bsh", "--=x"),
  fc.integer().map(String),
  fc.string({ maxLength: 3 })
)

/** Known and mistyped. */
const name = fc.oneof(
  fc.constantFrom(...names, "help", "version"),
  fc.constantFrom(...names).map((one) => `no-${one}`),
  fc.constantFrom("recrod", "h", "v", "nocolor", "x", "cassette", "-runs", "", "halfWidth", "toString", "constructor")
)

const word = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 4, arbitrary: name.map((one) => `--${one}`) },
  { weight: 2, arbitrary: fc.tuple(name, value).map(([one, its]) => `--${one}=${its}`) },
  { weight: 1, arbitrary: fc.constantFrom("-h", "-v", "-hv", "-x", "-xy=1", "-h=x", "-=x", "--completions") }
)

const argv = fc.array(word, { maxLength: 6 })
const command = fc.constantFrom(...Object.keys(passhat.commands), "rn", "shwo", "toString", "--quiet")

/** `nearest` suggests more for long words than effect/cli, which suggests no values. */
const withoutSuggestions = (sentence: string): string => sentence.replaceAll(/ Did you mean \S+\?/g, "")
const suggestions = (sentence: string): ReadonlyArray<string> => sentence.match(/Did you mean \S+\?/g) ?? []

const shells: { readonly [shell: string]: string } = { sh: "bash", pwsh: "powershell" }

const agreement = (program: Program) => {
  const parseByEffect = effectParser(program)
  return async (args: ReadonlyArray<string>): Promise<void> =>
    agree(program, parse(program, args), await parseByEffect(args))
}

const agree = (program: Program, ours: ReturnType<typeof parse>, theirs: Outcome): void => {
  switch (theirs.kind) {
    case "mistake": {
      assert.equal(ours.kind, "mistake")
      const sentence = ours.kind === "mistake" ? ours.sentence : ""
      assert.equal(withoutSuggestions(sentence), withoutSuggestions(theirs.sentence))
      for (const suggestion of suggestions(theirs.sentence)) assert.ok(sentence.includes(suggestion), sentence)
      return
    }
    case "help":
      assert.deepEqual(ours, { kind: "help", program, command: theirs.command })
      return
    case "completions":
      assert.equal(ours.kind === "completions" && (shells[ours.shell] ?? ours.shell), theirs.shell)
      return
    default:
      assert.deepEqual(ours, theirs)
  }
}

describe("argv", () => {
  const onPasshat = agreement(passhat)

  test("is parsed by passhat as by effect/cli", async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(command, argv), ([first, rest]) => onPasshat([first, ...rest])),
      { numRuns: 1000 }
    )
  })

  test("is parsed by passhat as by effect/cli, with any first word", async () => {
    await fc.assert(fc.asyncProperty(argv, onPasshat), { numRuns: 1000 })
  })

  test("is parsed by a suite file as by effect/cli", async () => {
    await fc.assert(fc.asyncProperty(argv, agreement(suite)), { numRuns: 1000 })
  })

  test.each<readonly [ReadonlyArray<string>]>([
    [["run", "--", "--plan"]],
    [["--", "run"]],
    [["run", "--filter", "--", "x"]],
    [["show", "--diff", "1", "3", "cassettes/weather"]],
    [["report", "a.json", "b.json", "c.json"]],
    [["run", "--record", "all"]],
    [["--help", "false"]],
    [["run", "--runs", "-h", "3", "--completions"]],
    [["--completions", "run"]]
  ])("is parsed equally by both: %j", (args) => onPasshat(args))
})

describe("the flags of a suite file", () => {
  const flagsOf = (...args: ReadonlyArray<string>) => {
    const parsed = parseSuiteFile("suites/weather.ts", "weather", args)
    return parsed.kind === "run" ? parsed.run : assert.fail(JSON.stringify(parsed))
  }

  test("are all defaults if none is given", () => {
    assert.deepEqual(flagsOf(), defaultRunFlags)
    assert.equal(defaultRunFlags.color, undefined)
    assert.deepEqual(defaultRunFlags.reporter, [])
  })

  test("have the values that are given", () => {
    const flags = flagsOf("--record=missing", "--no-color", "--runs", "1e3", "--tag", "a", "--tag=b", "--filter", "-3")
    assert.deepEqual(flags, {
      ...defaultRunFlags,
      record: "missing",
      color: false,
      runs: 1000,
      tag: ["a", "b"],
      filter: "-3"
    })
  })
})

describe("passhat", () => {
  test("gives a command its flags and its arguments", () => {
    assert.deepEqual(parsePasshat(["show", "--diff", "1", "3", "cassettes"]), {
      kind: "run",
      run: { command: "show", values: { run: undefined, diff: 1, cassette: "3", b: "cassettes", other: undefined } }
    })
  })

  test("prints help if no command is named", () => {
    assert.deepEqual(parsePasshat([]), { kind: "help", program: passhat, command: undefined })
  })
})
