/**
 * Injected faults in virtual time, and real faults of real servers.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("faults")
