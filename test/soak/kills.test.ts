/**
 * Recorders that are killed.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("kills")
