/**
 * Bundles a page's own script and style into the module that carries it: `npm run snapshots` writes it.
 */
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/** The two pages: that of a report in a file, and that of `passhat view`. */
export const bundleFiles = {
  report: join(root, "src/features/html/bundle.ts"),
  view: join(root, "src/features/view/bundle.ts")
}

export type PageName = keyof typeof bundleFiles

const built = async (page: string, file: string): Promise<string> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(page, file)],
    target: "browser",
    format: "iife",
    minify: true
  })
  const [output] = outputs
  if (output === undefined) throw new Error(`${file} was not bundled`)
  return (await output.text()).trim()
}

export const bundled = async (name: PageName) => {
  const page = join(bundleFiles[name], "../page")
  return { script: await built(page, "main.ts"), style: await built(page, "style.css") }
}

/** The module's text; the formatter chooses its quotes. */
export const bundlePage = async (name: PageName): Promise<string> => {
  const { script, style } = await bundled(name)
  return [
    "/**",
    " * The page's own script and style, bundled from `page/`. Made by `npm run snapshots`; do not edit.",
    " */",
    `export const script = ${JSON.stringify(script)}`,
    "",
    `export const style = ${JSON.stringify(style)}`,
    ""
  ].join("\n")
}
