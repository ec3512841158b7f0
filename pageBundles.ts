/**
 * The script and the style of each page, bundled from its folder `page/` into the module `bundle.ts` beside that folder. The build
 * makes these modules; git does not have them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const src = join(import.meta.dirname, "src")

/** Every folder of src that has a page. */
const folders = [...new Bun.Glob("**/page/main.ts").scanSync(src)].map((main) => join(src, main, "../..")).toSorted()

/** Writes the modules that differ from their sources: a watcher of src sees no change that is none. */
export const writePageBundles = async (): Promise<void> => {
  for (const folder of folders) {
    const file = join(folder, "bundle.ts")
    const text = await moduleOf(join(folder, "page"))
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text)
  }
}

const moduleOf = async (page: string): Promise<string> =>
  [
    "/**",
    " * The script and the style of the page, bundled from `page/` by `npm run build`.",
    " */",
    `export const script = ${JSON.stringify(await bundled(page, "main.ts"))}`,
    "",
    `export const style = ${JSON.stringify(await bundled(page, "style.css"))}`,
    ""
  ].join("\n")

const bundled = async (page: string, file: string): Promise<string> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(page, file)],
    target: "browser",
    format: "iife",
    minify: true
  })
  const [output] = outputs
  if (output === undefined) throw new Error(`${join(page, file)} was not bundled.`)
  return (await output.text()).trim()
}
