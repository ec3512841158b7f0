/**
 * All checks in one command: types, lint, format, then the tests. `npm test` runs this.
 */
import { runChecks } from "./runChecks.ts"

runChecks([["tsc", "-p", "."], ["oxlint"], ["oxfmt", "--check"]])
