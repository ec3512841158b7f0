/**
 * The `passhat` command. Suites without flags are run at once; everything else is read by the command line, which takes
 * longer to load than most recordings to judge.
 */
import process from "node:process"
import { showLife } from "./output/loadingLine.ts"

const [command, ...rest] = process.argv.slice(2)

if (command === "run" && rest.every((word) => !word.startsWith("-"))) {
  showLife()
  const { runFiles } = await import("./runFiles.ts")
  await runFiles(rest)
} else {
  await import("./commands.ts")
}
