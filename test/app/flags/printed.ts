/**
 * The texts in `golden/`, by file, as they are printed now.
 */
import { completionScript } from "../../../src/app/flags/completions.ts"
import { helpText } from "../../../src/app/flags/help.ts"
import { suiteProgram } from "../../../src/app/flags/Program.ts"
import { allRunFlags, program as passhat } from "../../program.ts"

const commands = [undefined, ...Object.keys(passhat.commands)]
export const printed: { readonly [file: string]: () => string } = {
  ...Object.fromEntries(commands.map((name) => [`${name ?? "passhat"}.txt`, () => `${helpText(passhat, name)}\n`])),
  "suite.txt": () => `${helpText(suiteProgram("suites/weather.ts", "weather", allRunFlags), undefined)}\n`,
  // Of the four scripts it shows the most of the table on one line for each flag. completions.test.ts has the laws of them all.
  "completions.powershell": () => `${completionScript(passhat, "powershell")}\n`
}
