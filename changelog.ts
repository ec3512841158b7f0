/**
 * Merges the files of `changes/` into CHANGELOG.md, under a version, and deletes them: `npm run changelog -- 0.3.0 2027-01-31`.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** The order of the groups of a version. */
const KINDS = ["Added", "Changed", "Removed", "Fixed"]
const NAME = /^[a-z][a-zA-Z0-9]*(?:-[a-z0-9]+)+\.md$/

export interface Change {
  /** `<area>-<slug>.md` */
  readonly name: string
  readonly text: string
}

/** A sentence about the first thing that is wrong with a change; undefined if it is well formed. */
export const problemOf = ({ name, text }: Change): string | undefined => {
  const [kind = "", ...rest] = text.split("\n")
  if (!NAME.test(name)) return `changes/${name} is not named <area>-<slug>.md, such as queue-lost-workers.md.`
  if (!KINDS.includes(kind))
    return `The first line of changes/${name} is "${kind}". It must be one of ${KINDS.join(", ")}.`
  if (rest.join("").trim() === "") return `changes/${name} has no text below its first line.`
  const odd = rest.find((line) => /^(?:#|[-*] )/.test(line))
  return odd === undefined
    ? undefined
    : `changes/${name} has the line "${odd}". Write sentences, without headings and lists.`
}

/** The changelog with the changes under a version, which may have a section already; or a sentence that says why not. */
export const merged = (
  changelog: string,
  changes: ReadonlyArray<Change>,
  version: string,
  date: string
): { readonly changelog: string } | { readonly problem: string } => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return { problem: `"${version}" is not a version, such as 0.3.0.` }
  if (!isDate(date)) return { problem: `"${date}" is not a date, such as 2027-01-31.` }
  if (changes.length === 0) return { problem: "changes/ has no file to merge." }
  const problem = changes.map(problemOf).find((one) => one !== undefined)
  if (problem !== undefined) return { problem }
  const [preamble = "", ...sections] = changelog.split(/^(?=## \[)/m)
  const at = sections.findIndex((section) => section.startsWith(`## [${version}]`))
  const section = withChanges(sections[at] ?? `## [${version}]\n\n`, changes)
  const dated = section.replace(/^.*/, () => `## [${version}] - ${date}`)
  return { changelog: [preamble, ...(at < 0 ? [dated, ...sections] : sections.with(at, dated))].join("") }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** Adds each change at the end of its group. A group that is missing comes before the next of `KINDS` that is there. */
const withChanges = (section: string, changes: ReadonlyArray<Change>): string => {
  const parts = section.trimEnd().split(/\n+(?=### )/)
  for (const kind of KINDS) {
    const entries = changes.filter(({ text }) => kindOf(text) === kind).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    if (entries.length === 0) continue
    const added = entries.map(({ text }) => entryOf(text)).join("\n")
    const at = parts.findIndex((part) => part.startsWith(`### ${kind}\n`))
    if (at >= 0) parts[at] = `${parts[at]}\n${added}`
    else parts.splice(placeOf(kind, parts), 0, `### ${kind}\n\n${added}`)
  }
  return `${parts.join("\n\n")}\n\n`
}

const placeOf = (kind: string, parts: ReadonlyArray<string>): number => {
  const later = KINDS.slice(KINDS.indexOf(kind) + 1)
  const next = parts.findIndex((part) => later.some((other) => part.startsWith(`### ${other}\n`)))
  return next < 0 ? parts.length : next
}

const kindOf = (text: string): string => text.split("\n")[0] ?? ""

const entryOf = (text: string): string => `- ${text.slice(kindOf(text).length).trim().replaceAll("\n", "\n  ")}`

/** The changes of a checkout. A release leaves none, and git keeps no empty folder. */
export const changesIn = (root: string): ReadonlyArray<Change> => {
  const folder = join(root, "changes")
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return names.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }))
}

if (import.meta.main) {
  const root = process.cwd()
  const file = join(root, "CHANGELOG.md")
  const [version = "", date = ""] = process.argv.slice(2)
  const changes = changesIn(root)
  const result = merged(readFileSync(file, "utf8"), changes, version, date)
  if ("problem" in result) {
    console.error(result.problem)
    process.exitCode = 2
  } else {
    writeFileSync(file, result.changelog)
    for (const { name } of changes) rmSync(join(root, "changes", name))
    console.log(`Merged ${changes.length} changes into ${version}.`)
  }
}
