/**
 * `passhat` with every command and every flag of its features, for tests of what argv, help and docs say.
 */
import { passhat } from "../src/app/flags/Program.ts"
import { flagsWith } from "../src/app/run/Feature.ts"
import { commandsIn } from "../src/features/commands.ts"
import { features } from "../src/features/features.ts"

const runnable = await commandsIn([])

export const commands = Object.fromEntries(Object.entries(runnable).map(([name, { row }]) => [name, row]))
export const program = passhat(commands)
/** Of `passhat run` and of suite files. */
export const allRunFlags = flagsWith(features)
