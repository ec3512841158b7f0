/**
 * The completions of shells, tested in a real bash if there is one.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { completionScript } from "../../src/app/flags/completions.ts"
import { program } from "../program.ts"
import { called } from "./called.ts"
import { root } from "./project.ts"

const script = (shell: string) => called("--completions", shell)

describe("passhat --completions", () => {
  test.each([
    ["bash", /^complete -F _passhat passhat$/m],
    ["zsh", /^#compdef passhat$/m],
    ["fish", /^complete -c passhat /m],
    ["powershell", /^Register-ArgumentCompleter /m]
  ])("writes a script for %s", async (shell, part) => {
    const { code, stderr, stdout } = await script(shell)
    assert.deepEqual([code, stderr], [0, ""])
    assert.match(stdout, part)
  })

  const bash = completionScript(program, "bash")

  /** What bash offers for the last word of a line. */
  const offered = (line: string): ReadonlyArray<string> => {
    const words = line.split(" ")
    const asked = [
      bash,
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
      `COMP_CWORD=${words.length - 1} COMP_LINE='${line}' COMP_POINT=${line.length}`,
      `_passhat passhat '${words.at(-1)}' '${words.at(-2)}'`,
      `printf '%s\\n' "\${COMPREPLY[@]}"`
    ]
    const { stderr, stdout } = spawnSync("bash", ["--norc", "-c", asked.join("\n")], { cwd: root, encoding: "utf8" })
    assert.equal(stderr, "")
    return stdout.split("\n").filter((word) => word !== "")
  }

  test.each<readonly [string, string, ReadonlyArray<string>]>([
    ["commands", "passhat r", ["run", "record", "report", "recommend-runs"]],
    ["flags", "passhat run --rec", ["--record"]],
    ["flags that are not yet given", "passhat recommend-runs --floor 0.9 --", ["--half-width", "--confidence"]],
    ["suites", "passhat check suites/w", ["suites/weather.ts"]],
    ["folders of recordings", "passhat run --cassettes cass", ["cassettes"]],
    ["recordings", "passhat show cassettes/weather/", ["cassettes/weather/asks-for-the-weather"]]
  ])("completes %s in bash", (_, line, words) => {
    assert.deepEqual(offered(line), words)
  })
})
