/**
 * What shows a secret: a form that is not looked for, values that are not known, an environment that is handed on.
 */
import type { Sabotage } from "../Soak.ts"

export const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "noHex",
    breaks: "secrets in hex are not looked for",
    file: "src/engine/layers/record/occurrences.ts",
    find: '{ text: Buffer.from(value).toString("hex"), alphabet: smallHex }',
    put: ""
  },
  {
    name: "headersOnly",
    breaks: "of secrets only those of servers are known, and none of the environment",
    file: "src/engine/layers/record/secrets.ts",
    find: "[...named, ...configured",
    put: "[...configured"
  },
  {
    name: "wholeEnvironment",
    breaks: "servers inherit the environment",
    file: "src/engine/layers/live/mcp/linkTo.ts",
    find: "  ...declared\n",
    put: "  ...environment, ...declared\n"
  },
  {
    name: "shownPrompts",
    breaks: "what the suite says is printed as it is",
    file: "src/app/run/hideSecrets.ts",
    find: "redactor.text(said) === said ? asItIs : hide",
    put: "redactor.text(said) === said ? hide : asItIs"
  },
  {
    name: "shownCatalogue",
    breaks: "secrets in a catalogue are not looked for",
    file: "src/app/run/hideSecrets.ts",
    find: "[name, ...textsIn(member)]",
    put: '(name === "tools" ? [] : [name, ...textsIn(member)])'
  },
  {
    name: "toldByMcp",
    breaks: "what a command writes to standard error is told to a client of passhat mcp as it is",
    file: "src/features/mcp/outcome.ts",
    find: "const said = yield* hideInMessage(stderr.trim(), process.env)",
    put: "const said = yield* hideInMessage(stderr.trim(), {})"
  },
  {
    name: "handedInImages",
    breaks: "a worker hands in images whatever they show",
    file: "src/features/queue/store/unitTape.ts",
    find: "[...found].filter(([, base64]) => !showsSecret(redactor, base64))",
    put: "[...found]"
  },
  {
    name: "followedLinks",
    breaks: "passhat view reads a file that has become a link out of the project since it was listed",
    file: "src/features/view/subjects.ts",
    find: " || !isInside(project, resolve(project, name))",
    put: ""
  }
]
