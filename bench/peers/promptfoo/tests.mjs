/** One test a trace file. */
import { readdirSync } from "node:fs"
import { join } from "node:path"

const folder = process.env.TRACES ?? ""

export default () => readdirSync(folder).map((name) => ({ vars: { file: join(folder, name) } }))
