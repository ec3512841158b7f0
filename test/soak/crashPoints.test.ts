/**
 * A recorder on a disk that fails.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("crashPoints")
