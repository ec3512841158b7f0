/**
 * What the package tells coding agents, made of docs/: `AGENTS.md` is docs/coding-agents.md, and `llms.txt` has the pages that it
 * links to, and the names of all others.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import manifest from "./package.json" with { type: "json" }

type File = readonly [path: string, text: string]

const PAGE = "docs/coding-agents.md"

const read = (page: string): string => readFileSync(join(import.meta.dirname, page), "utf8")

/** By their path in dist/. */
export const agentFiles = (): ReadonlyArray<File> => {
  const linked = linksOf(PAGE)
  return [
    ["AGENTS.md", read(PAGE).replace(LINK, (link, file: string) => link.replace(file, "llms.txt"))],
    ["llms.txt", [HEAD, ...linked.map(section), others(linked)].join("\n")]
  ]
}

/** A link to a file, with or without a heading. */
const LINK = /\]\((?!https?:)([^)#]+)(#[^)]+)?\)/g

const linksOf = (page: string): ReadonlyArray<string> => [
  ...new Set(Array.from(read(page).matchAll(LINK), ([, file = ""]) => join(dirname(page), file)))
]

const HEAD = `# ${manifest.name}

> ${manifest.description}

Pages of the documentation, each after a line with its path. Links are paths from the page that they are in.
`

const section = (page: string): string => `<!-- ${page} -->\n\n${read(page)}`

const others = (linked: ReadonlyArray<string>): string => {
  const pages = readdirSync(join(import.meta.dirname, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file))
    .filter((page) => !linked.includes(page) && page !== PAGE)
    .toSorted()
  const lines = pages.map((page) => `- ${page}: ${/^# (.+)$/m.exec(read(page))?.[1] ?? page}`)
  return `## Other pages\n\nIn the repository of ${manifest.name}:\n\n${lines.join("\n")}\n`
}
