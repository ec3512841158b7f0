/**
 * Defects of agents, values that are no numbers, and changes that must change no verdict.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("verdicts")
