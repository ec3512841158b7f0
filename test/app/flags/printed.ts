/**
 * The texts in `golden/`, by file, as they are printed now.
 */
import { completionScript } from "../../../src/app/flags/completions.ts"
import { helpText } from "../../../src/app/flags/help.ts"
import { passhat, suiteProgram } from "../../../src/app/flags/Program.ts"

const commands = [undefined, ...Object.keys(passhat.commands)]
const shells = ["bash", "zsh", "fish", "powershell"]

export const printed: { readonly [file: string]: () => string } = {
  ...Object.fromEntries(commands.map((name) => [`${name ?? "passhat"}.txt`, () => `${helpText(passhat, name)}\n`])),
  "suite.txt": () => `${helpText(suiteProgram("suites/weather.ts", "weather"), undefined)}\n`,
  ...Object.fromEntries(shells.map((shell) => [`completions.${shell}`, () => `${completionScript(passhat, shell)}\n`]))
}
