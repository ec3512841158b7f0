/**
 * Recorders whose system calls fail, where there is a strace.
 */
import { test } from "bun:test"
import { straceProblem } from "../../soak/syscalls/strace.ts"
import { soakTest } from "./soakTest.ts"

const problem = straceProblem()
if (problem === undefined) await soakTest("syscalls")
else test.skip(`the soak syscalls is left out: ${problem}`, () => {})
