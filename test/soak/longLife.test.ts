/**
 * Many runs and saves in one process, and the end of a process that was left something open.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("longLife")
