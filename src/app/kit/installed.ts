/**
 * Where this passhat is installed: the folder of its package, and the file that is its command.
 */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { rootAbove } from "./project.ts"

export const packageFolder = (): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  return rootAbove(here) ?? here
}

export const commandFile = (): string =>
  join(packageFolder(), import.meta.url.endsWith(".ts") ? "src/doors/passhat.ts" : "dist/doors/passhat.js")
