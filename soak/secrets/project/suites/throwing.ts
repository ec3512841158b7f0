/**
 * A suite that throws a secret when it is loaded.
 */
import { readFileSync } from "node:fs"
import process from "node:process"

const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(process.env["TEXTS_FILE"] ?? "", "utf8"))

throw new Error(`No suite today: ${texts["loading"]}`)
