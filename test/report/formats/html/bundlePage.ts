/**
 * Bundles the page's own script and style into the module that the html reporter carries: `npm run snapshots` writes it.
 */
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")
const page = join(root, "src/report/formats/html/page")

export const bundleFile = join(root, "src/report/formats/html/bundle.ts")

const built = async (file: string): Promise<string> => {
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

export const bundled = async () => ({ script: await built("main.ts"), style: await built("style.css") })

/** The module's text; the formatter chooses its quotes. */
export const bundlePage = async (): Promise<string> => {
  const { script, style } = await bundled()
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
