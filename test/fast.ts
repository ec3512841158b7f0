/**
 * The checks that fail most often, in under a minute: the types, and the tests of the pure rooms. Started by
 * `npm run test:fast`.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { runChecks } from "./runChecks.ts"

const rooms = ["std", "domain", "dsl", "gates", "metrics", "plan", "judge", "report", "types"]

/** They judge and write many thousands of traces and reports. */
const slow = new Set(["test/engine/judge/narration.test.ts"])

const root = join(import.meta.dirname, "..")

/** What starts a browser, records suites or installs packages is left to `npm test`. */
const isPure = (file: string): boolean =>
  !/from "[^"]*\/(?:browser|record|tarball)\.ts"/.test(readFileSync(join(root, file), "utf8"))

const files = rooms.flatMap((room) =>
  readdirSync(join(root, "test", room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join("test", room, file))
)

runChecks(
  [["tsc", "-p", "."]],
  ["test/architecture.test.ts", ...files.filter((file) => !slow.has(file) && isPure(file)).toSorted()]
)
