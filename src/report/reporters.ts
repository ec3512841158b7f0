/**
 * The reporters that `--reporter` knows by name. The first is the default.
 */
import { json } from "./json.ts"
import { junit } from "./junit.ts"
import { pretty } from "./pretty.ts"
import type { Reporter } from "./Reporter.ts"

export const reporters: ReadonlyArray<Reporter> = [pretty, json, junit]
