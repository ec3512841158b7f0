/**
 * docs/reliability.md, from what the soaks promise and what their long forms found.
 */
import type { Result } from "./results.ts"
import type { Soak } from "./Soak.ts"

export interface Entry {
  readonly soak: Soak
  readonly result: Result | undefined
}

export const pageOf = (entries: ReadonlyArray<Entry>): string =>
  `${[head, ...entries.flatMap(sectionOf)].join("\n\n")}\n`

const head = `# Reliability

What passhat promises, how often each promise was tried on the real product, and that the check itself can fail. \`npm run soak\` makes
this page from its own results; a test compares them. [SECURITY](../SECURITY.md) has the threat model.

- A soak tries one promise: \`npm run soak -- <name>\`. \`npm run test:matrix\` makes the short form of each.
- A sabotage replaces one text of the sources and so breaks the promise: \`npm run soak -- <name> --sabotage <sabotage>\` must be red. Figures are
  published only with sabotages that were seen red with them.
- "None in n trials" does not mean never: with 95 % confidence the rate is below 3 / n, which is given as the bound.`

const sectionOf = ({ result, soak: { name, promise, sabotages, trials } }: Entry): ReadonlyArray<string> => [
  `## ${name}`,
  promise,
  [
    ...(result === undefined
      ? [`- The long form has no published figures yet: \`npm run soak -- ${name} --long --keep\`.`]
      : [
          `- ${grouped(result.tried)} ${trials}, no offence (bound ${bound(result.tried)}).`,
          ...Object.entries(result.figures ?? {}).map(
            ([figure, value]) => `- ${sentence(figure)}: ${typeof value === "number" ? grouped(value) : value}.`
          ),
          ...(result.leftOut === undefined ? [] : [`- Left out: ${result.leftOut}.`]),
          `- \`${result.command}\`, ${result.date}, ${grouped(result.seconds)} s on ${result.machine}.`
        ]),
    result === undefined ? "- Sabotages:" : "- Sabotages, each seen red on that day:",
    ...sabotages.map((sabotage) => `  - \`${sabotage.name}\`: ${sabotage.breaks}.`)
  ].join("\n")
]

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const grouped = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ",")

/** Three digits are more than a bound needs. */
const bound = (tried: number): string => `${Number((300 / tried).toPrecision(2))} %`
