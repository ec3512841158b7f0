/**
 * What shows a secret: a form that is not looked for, values that are not known, an environment that is handed on.
 */
import type { Sabotage } from "../Soak.ts"

export const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "noHex",
    breaks: "secrets in hex are not looked for",
    file: "src/layers/record/occurrences.ts",
    find: '{ text: Buffer.from(value).toString("hex"), alphabet: smallHex }',
    put: ""
  },
  {
    name: "headersOnly",
    breaks: "of secrets only those of servers are known, and none of the environment",
    file: "src/layers/record/secrets.ts",
    find: "[...named, ...configured",
    put: "[...configured"
  },
  {
    name: "wholeEnvironment",
    breaks: "servers inherit the environment",
    file: "src/layers/live/mcp/childEnvironment.ts",
    find: "  ...declared\n",
    put: "  ...environment, ...declared\n"
  },
  {
    name: "shownPrompts",
    breaks: "what the suite says is printed as it is",
    file: "src/cli/run/hideSecrets.ts",
    find: "redactor.text(said) === said ? asItIs : hide",
    put: "redactor.text(said) === said ? hide : asItIs"
  },
  {
    name: "shownCatalogue",
    breaks: "secrets in a catalogue are not looked for",
    file: "src/cli/run/hideSecrets.ts",
    find: "[name, ...textsIn(member)]",
    put: '(name === "tools" ? [] : [name, ...textsIn(member)])'
  }
]
