/**
 * A file that a suite names: relative to the project, or to the suite's module if its path begins with `./` or `../`.
 */
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"

export const locatedFile = (root: string, module: string, path: string) => {
  const found = resolve(/^\.\.?[\\/]/.test(path) ? dirname(module) : root, path)
  return {
    path: found,
    /** As reports and messages name it. */
    shown: relative(root, found).split(sep).join("/"),
    /** A path of one machine names nothing on others. */
    isForeign: isAbsolute(path) && relative(root, found).startsWith("..")
  }
}
