/**
 * Secrets in every form and place.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("secrets")
