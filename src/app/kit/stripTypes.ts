/**
 * Loads TypeScript where the runtime cannot: types become blanks, so lines and columns stay where they were. Node runs
 * this beside the program; `typeStripping.ts` asks for it.
 */
import { readFile } from "node:fs/promises"
import type { LoadFnOutput, LoadHook } from "node:module"
import { fileURLToPath } from "node:url"

/** Always a module, whatever the package.json around it says: a suite is one. */
export const load: LoadHook = (url, context, nextLoad) =>
  isTypeScript(url) ? stripped(fileURLToPath(url)) : nextLoad(url, context)

/** Of files only, and not of packages: those bring JavaScript along. */
const isTypeScript = (url: string): boolean => /^file:(?!.*\/node_modules\/).*\.m?ts$/.test(url)

const stripped = async (path: string): Promise<LoadFnOutput> => {
  const [{ transform }, text] = await Promise.all([import("@swc/wasm-typescript"), readFile(path, "utf8")])
  return transform(text, { mode: "strip-only", module: true, filename: path }).then(
    ({ code }) => ({ format: "module", source: code, shortCircuit: true }),
    ({ message, startLine }: Unsupported) => Promise.reject(new SyntaxError(`${message} (line ${startLine})`))
  )
}

/** What the stripper says of syntax that is more than types. */
interface Unsupported {
  readonly message: string
  readonly startLine: number
}
