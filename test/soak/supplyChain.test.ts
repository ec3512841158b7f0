/**
 * What is installed with passhat.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("supplyChain")
