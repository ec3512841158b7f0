/**
 * The `passhat` command.
 */
import process from "node:process"
import { exitWith } from "../app/kit/exitWith.ts"
import { workOf } from "../features/workOf.ts"

// Not awaited here: while a module waits for ever, Bun does not end and Deno does not ask the listeners of the exit.
void workOf(process.argv.slice(2)).then(exitWith)
