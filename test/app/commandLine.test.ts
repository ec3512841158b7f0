/**
 * The help of passhat, and its sentences for mistyped commands.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { called as passhat } from "./called.ts"

const commands = ["init", "run", "plan", "check", "types", "mock", "show", "recommend-runs"]

describe("help", () => {
  test("is printed by passhat without arguments, and names every command", async () => {
    const { code, stderr, stdout } = await passhat()
    assert.deepEqual([code, stderr], [0, ""])
    assert.equal(stdout, (await passhat("--help")).stdout)
    for (const command of commands) assert.match(stdout, new RegExp(`^  ${command} {2,}\\S`, "m"))
  })

  test.each(commands)("of passhat %s has a description and examples", async (command) => {
    const { code, stdout } = await passhat(command, "--help")
    assert.equal(code, 0)
    assert.match(stdout, /^DESCRIPTION\n {2}\S/)
    const examples = stdout.slice(stdout.indexOf("EXAMPLES"))
    assert.match(examples, new RegExp(`^  # .+\\n  passhat ${command}`, "m"))
  })
})

describe("a mistyped command prints one sentence and exits with 2", () => {
  test.each<readonly [string, string]>([
    ["rn", 'There is no command "rn". Did you mean run? See passhat --help.'],
    ["shwo x", 'There is no command "shwo". Did you mean show? See passhat --help.'],
    ["launch", 'There is no command "launch". See passhat --help.'],
    ["run --recrod", "There is no flag --recrod. Did you mean --record? See passhat run --help."],
    ["run --nocolor", "There is no flag --nocolor. Did you mean --no-color? See passhat run --help."],
    ["plan --rusn 1", "There is no flag --rusn. Did you mean --runs? See passhat plan --help."],
    ["check --cassette x", "There is no flag --cassette. Did you mean --cassettes? See passhat check --help."],
    ["types --sever x", "There is no flag --sever. Did you mean --server? See passhat types --help."],
    ["init --sever x", "There is no flag --sever. Did you mean --server? See passhat init --help."],
    ["mock --tool-from x", "There is no flag --tool-from. Did you mean --tools-from? See passhat mock --help."],
    ["show --dif 1 2 x", "There is no flag --dif. Did you mean --diff? See passhat show --help."],
    ["recommend-runs --flor 1", "There is no flag --flor. Did you mean --floor? See passhat recommend-runs --help."],
    [
      "run --record=missin",
      '--record is "missin", expected "all" | "missing" | "judges". Did you mean missing? See passhat run --help.'
    ],
    ["run --runs", "--runs needs a value: n. See passhat run --help."],
    ["run --runs x", '--runs is "x", expected a number. See passhat run --help.'],
    ["run --runs 2.5", '--runs is "2.5", expected an integer. See passhat run --help.'],
    [
      "--completions bsh",
      '--completions is "bsh", expected "bash" | "zsh" | "fish" | "powershell" | "sh" | "pwsh". Did you mean bash? See passhat --help.'
    ],
    ["mock", "Missing required flag: --tools-from. See passhat mock --help."]
  ])("passhat %s", async (line, sentence) => {
    const { code, stderr, stdout } = await passhat(...line.split(" "))
    assert.deepEqual([code, stdout, stderr], [2, "", `${sentence}\n`])
  })
})
