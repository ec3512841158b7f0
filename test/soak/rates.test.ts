/**
 * Rate limits and budgets.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("rates")
