/**
 * The doc comments of the public names: every value that src/index.ts exports, and the example in its comment.
 */
import type { Block } from "./blocks.ts"
import { read } from "./blocks.ts"

export interface PublicValue {
  readonly name: string
  /** The file that declares it, relative to the root of the repository. */
  readonly file: string
  /** The text of its doc comment without the stars; empty if there is none. */
  readonly comment: string
  /** The `ts` blocks of the comment, each as a module that compiles: with imports, and with `asks` if it uses that. */
  readonly examples: ReadonlyArray<Block>
}

/** Every value that src/index.ts exports from a file. `export * as` has no comment of its own. */
export const publicValues = (): ReadonlyArray<PublicValue> =>
  exportsOf("src/index.ts")
    .filter(({ isType }) => !isType)
    .map(({ file, name }) => {
      const { comment, line } = commentOf(file, name)
      const texts = Array.from(comment.matchAll(/^```ts\n([^]*?)^```$/gm), ([, text = ""]) => text)
      return {
        name,
        file,
        comment,
        examples: texts.map((text) => ({ page: file, line, info: "ts", text: moduleOf(text) }))
      }
    })

interface Exported {
  readonly name: string
  readonly file: string
  readonly isType: boolean
}

const exportsOf = (index: string): ReadonlyArray<Exported> =>
  Array.from(read(index).matchAll(/^export (type )?\{([^}]*)\} from "\.\/([^"]+)"/gm)).flatMap(
    ([, type, names = "", file = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map((name) => ({
          name: name.replace(/^type /, ""),
          file: `src/${file}`,
          isType: type !== undefined || name.startsWith("type ")
        }))
  )

/** The comment directly above a declaration, which the editor shows. */
const commentOf = (file: string, name: string): { readonly comment: string; readonly line: number } => {
  const text = read(file)
  const at = text.search(new RegExp(`^export const ${name}\\b`, "m"))
  const above = /\/\*\*((?:(?!\*\/)[^])*)\*\/\n$/.exec(text.slice(0, at))?.[1] ?? ""
  const comment = above.replaceAll(/^ *\* ?/gm, "").trim()
  return { comment: `${comment}\n`, line: text.slice(0, at).split("\n").length }
}

const servers = ["invoices", "issues", "weather"]
const asks = `const asks = agent("asks for the weather", {
  model: "claude-sonnet-4-5",
  servers: [weather],
  prompt: "What is the weather in Rome?"
})
`

const moduleOf = (example: string): string => {
  const text = `${/\basks\b/.test(example) ? asks : ""}${example}`
  const isUsed = (name: string): boolean =>
    new RegExp(`(?<!(?<!\\.\\.)\\.|[\\w"])${name}\\b(?!:)`).test(text) &&
    !new RegExp(`import type \\{ ${name} \\}`).test(text)
  const names = exportsOf("src/index.ts").filter(({ name }) => isUsed(name))
  return [
    `import { ${names.map(({ isType, name }) => (isType ? `type ${name}` : name)).join(", ")} } from "passhat"`,
    ...servers.filter(isUsed).map((server) => `import { ${server} } from "./servers/${server}.ts"`),
    text
  ].join("\n")
}
