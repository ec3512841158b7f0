/**
 * Servers and recordings that hold too much.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("limits")
