/**
 * A suite that writes a secret to standard error itself, and cannot be loaded.
 */
import { readFileSync } from "node:fs"
import process from "node:process"

const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(process.env["TEXTS_FILE"] ?? "", "utf8"))

process.stderr.write(`${texts["loading"]}\n`)
throw new Error("No suite today.")
