/**
 * What passhat prints.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("output")
