/**
 * Gives every test 30 seconds, whichever command starts it. A file may set another limit with `setDefaultTimeout`.
 *
 * Bun reads no limit from bunfig.toml, and one that a preload sets holds for the first test file only. So the call is put in
 * front of every test file, on its first line: line numbers stay.
 */
import { plugin } from "bun"
import { readFileSync } from "node:fs"

const MILLISECONDS = 30_000

plugin({
  name: "timeout",
  setup: (build) => {
    build.onLoad({ filter: /\.test\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: `import { setDefaultTimeout as limitOfFile } from "bun:test";limitOfFile(${MILLISECONDS});${readFileSync(path, "utf8")}`
    }))
  }
})
