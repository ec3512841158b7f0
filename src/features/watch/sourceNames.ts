/**
 * The files that the files of a suite name in quotes: scripts of commands, globs of sources, baselines and rows. They are read off
 * the text, since the process that watches loads no suite.
 */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { globFiles } from "../../app/suites/globFiles.ts"

/** A false match only adds a file to the list. */
export const sourcesNamedIn = async (root: string, texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const names = texts.filter((text) => NAMING.test(text)).flatMap((text) => [...text.matchAll(QUOTED)])
  const found = await Promise.all([...new Set(names.map(([, , name = ""]) => name))].map((name) => filesOf(root, name)))
  const later = texts.flatMap((text) => [...text.matchAll(BASELINE), ...text.matchAll(ROWS)])
  return [...new Set([...found.flat(), ...later.map(([, , name = ""]) => resolve(root, name))])]
}

/** Baselines and rows may be written later: they are watched before they exist. */
const BASELINE = /\bbaseline\s*:\s*(["'`])([^"'`\s]+)\1/g

/** Rows that are named relative to a module are found like its imports. */
const ROWS = /\browsFrom\s*\(\s*import\.meta\s*,\s*(["'`])((?!\.{1,2}\/)[^"'`\n]+)\1/g

const NAMING = /\bcommand\s*\(|\b(?:sources|baseline)\s*:/

/** In quotes, without a space, with a folder or an extension. */
const QUOTED = /(["'`])([^"'`\s]*[./][^"'`\s]*)\1/g

const filesOf = async (root: string, name: string): Promise<ReadonlyArray<string>> => {
  const path = resolve(root, name)
  return tryCatch(() => statSync(path))?.isFile() === true ? [path] : globFiles(root, name)
}
