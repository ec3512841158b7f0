/**
 * The same bytes everywhere.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("determinism")
