/**
 * A page that stays open through updates of a project.
 */
import { soakTest } from "./soakTest.ts"

await soakTest("openPage")
