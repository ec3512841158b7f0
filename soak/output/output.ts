/**
 * What passhat prints: hostile text in any place of a report stays text, in every format.
 */
import type { Soak } from "../Soak.ts"
import { printedByTheCommand } from "./commandLine.ts"
import { printedByReporters } from "./reporters.ts"

export const soak: Soak = {
  name: "output",
  promise:
    "Text of a suite, an agent, a server or a recording stays text in every output: no markup, no escape sequence, no command of a CI runner, no illegal XML, no broken JSON, and the same structure as with harmless text.",
  trials: "hostile texts printed",
  sabotages: [
    {
      name: "rawLines",
      breaks: "lines are printed as they are",
      file: "src/base/std/escape.ts",
      find: "HARMLESS.test(text)\n    ? text",
      put: "text.length >= 0\n    ? text"
    },
    {
      name: "noLegacyCommands",
      breaks: "the older form of a command of GitHub's runner is printed in JSON",
      file: "src/base/std/escape.ts",
      find: 'text.replace(HIDDEN, escapeUnits).replace(LEGACY_COMMAND, "#\\\\u0023")',
      put: "text.replace(HIDDEN, escapeUnits)"
    },
    {
      name: "rawHtml",
      breaks: "a block of JSON in the page keeps the characters that end it",
      file: "src/features/html/html.ts",
      find: "escapeJson(json).replace(/[<>&]/g, unicode)",
      put: "escapeJson(json)"
    }
  ],
  run: async ({ long, seed }) => {
    const printed = await printedByReporters(seed, long ? 12_500 : 120, long)
    const command = printedByTheCommand(long ? Infinity : 4)
    return {
      tried: printed.tried + command.tried,
      offences: [...printed.offences, ...command.offences],
      figures: { "outputs of the command": command.tried }
    }
  }
}
