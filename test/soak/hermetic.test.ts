/**
 * A replay seen from outside.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("hermetic")
