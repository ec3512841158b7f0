/**
 * Files that others wrote or changed.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("hostileFiles")
