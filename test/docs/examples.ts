/**
 * The examples of the documentation as files, each named after its page and line.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Block, root } from "./blocks.ts"

export interface Examples {
  readonly folder: string
  readonly fileOf: (block: Block) => string
  readonly remove: () => void
}

/** Inside the repository, so that `passhat` resolves to itself, and beside copies of the suites' own servers. */
export const writeExamples = (blocks: ReadonlyArray<Block>): Examples => {
  const generated = join(import.meta.dirname, ".generated")
  mkdirSync(generated, { recursive: true })
  const folder = mkdtempSync(join(generated, "examples-"))
  /** A comment in the first line may name the file. */
  const fileOf = ({ line, page, text }: Block): string =>
    join(
      folder,
      /^(?:#|\/\/) (\S+\.(?:py|ts))/.exec(text)?.[1] ?? `suites/${page.replaceAll(/[/\\]/g, "-")}-${line}.ts`
    )

  cpSync(join(root, "suites"), join(folder, "suites"), { recursive: true })
  cpSync(join(root, "docs/images"), join(folder, "docs/images"), { recursive: true })
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
  // A project of its own: programs are started in the project of their suite.
  writeFileSync(join(folder, "deno.json"), "{}")
  for (const block of blocks.filter(({ info }) => /^(ts( run| suite)?|python)$/.test(info))) {
    mkdirSync(dirname(fileOf(block)), { recursive: true })
    writeFileSync(fileOf(block), block.text)
  }
  return { folder, fileOf, remove: () => rmSync(folder, { recursive: true }) }
}

/** What is wrong with the declarations of others is told by the check of the whole repository. */
const tsconfig = {
  extends: "../../../../tsconfig.json",
  compilerOptions: { skipLibCheck: true },
  include: ["."]
}
