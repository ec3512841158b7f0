/**
 * Writes every golden file again: `npm run snapshots`. Look at the difference before you commit it.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pretty } from "../src/edges/report/formats/pretty.ts"
import { eventSchema, reportSchema } from "../src/edges/report/reportSchema.ts"
import { blocksOf, pages, read, root, shown } from "./docs/blocks.ts"
import { isSession, playedAgain } from "./docs/console.ts"
import { printed } from "./docs/printed.ts"
import { printed as helpAndCompletions } from "./app/flags/printed.ts"
import { goldens } from "./edges/report/goldens.ts"
import { renderText } from "./edges/report/sample.ts"
import { printedBy, rows as matrixRows } from "./matrix/table.ts"

const bin = (name: string): string => join(root, "node_modules/.bin", name)
const output = (name: string, ...args: ReadonlyArray<string>): string =>
  spawnSync(bin(name), args, { cwd: root, encoding: "utf8" }).stdout

/** First what is part of src: everything after is printed by the bundle that is made of it. */
for (const [file, schema] of Object.entries({ report: reportSchema(), event: eventSchema() })) {
  writeFileSync(join(root, `src/edges/report/${file}-schema.json`), `${JSON.stringify(schema, null, 2)}\n`)
}
output("bun", "run", "build.ts")

for (const suite of ["chaos", "invoice", "issues", "recovery", "red", "weather"]) {
  writeFileSync(
    join(root, `test/language/plan/shipped/${suite}.json`),
    output("bun", "run", `suites/${suite}.ts`, "--plan")
  )
}
writeFileSync(join(root, "test/app/red.txt"), output("bun", "run", "suites/red.ts"))
for (const row of matrixRows.filter(({ expected }) => expected.startsWith("test/matrix/"))) {
  const { stderr, stdout } = printedBy([bin("bun"), "run"], row)
  writeFileSync(join(root, row.expected), `${stdout}${stderr}`)
}
writeFileSync(
  join(root, "test/types/messages.txt"),
  output("tsc", "-p", "test/types/messages/tsconfig.json", "--pretty", "false")
)
for (const [file, text] of Object.entries(helpAndCompletions)) {
  writeFileSync(join(root, "test/app/flags/golden", file), text())
}
for (const [file, [report, options]] of Object.entries(goldens)) {
  writeFileSync(join(root, "test/edges/report/golden", file), renderText(pretty, report, options))
}

/** The reports in the documentation, each from the suite and the traces above it. */
const generated = join(root, "test/docs/.generated")
mkdirSync(generated, { recursive: true })
const folder = mkdtempSync(join(generated, "update-"))
cpSync(join(root, "suites"), folder, { recursive: true })
for (const page of pages) {
  let markdown = read(page)
  for (const { report, suite, traces } of shown(blocksOf(page))) {
    const file = join(folder, `${page.replaceAll("/", "-")}-${suite.line}.ts`)
    writeFileSync(file, suite.text)
    const now = printed((await import(file)).default, JSON.parse(traces.text))
    markdown = markdown.replace(`\`\`\`text\n${report.text}\`\`\``, () => `\`\`\`text\n${now}\`\`\``)
  }
  for (const block of blocksOf(page).filter(isSession)) {
    markdown = markdown.replace(block.text, () => playedAgain(block))
  }
  if (markdown !== readFileSync(join(root, page), "utf8")) writeFileSync(join(root, page), markdown)
}
rmSync(folder, { recursive: true })
