/**
 * Many recorders of one cassette.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("writers")
