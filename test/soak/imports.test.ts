/**
 * Imports of files that are larger than the heap.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("imports")
