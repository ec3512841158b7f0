/**
 * A copy of the checkout in which one text of the sources is replaced.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { builtCopy } from "./checkoutCopy.ts"
import type { Sabotage } from "./Soak.ts"

/** Removed by `using`. */
export const sabotaged = (sabotage: Sabotage) =>
  builtCopy((folder) => {
    const file = join(folder, sabotage.file)
    writeFileSync(file, broken(readFileSync(file, "utf8"), sabotage))
  })

/** The text with the replacement made. */
export const broken = (text: string, { file, find, name, put }: Sabotage): string => {
  const [before, after, ...more] = text.split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The sabotage "${name}" replaces a text that must occur exactly once in ${file}: ${find}`)
  }
  return `${before}${put}${after}`
}
