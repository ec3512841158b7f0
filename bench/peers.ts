/**
 * The peers, and how each is started. What they check is in `peers/`; why it is fair, in README.md.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { installPinned } from "./installPinned.ts"
import type { Contestant } from "./measure/interleave.ts"
import { installNode24, runtimes } from "./runtimes.ts"

const folder = join(import.meta.dirname, "peers")
const installed = (path: string): string => join(folder, "node_modules", path)

export const libraries: ReadonlyArray<string> = ["MCPJam SDK", "MCPJam SDK, light entries", "agentevals"]
export const runners: ReadonlyArray<string> = ["vitest", "vitest-evals", "evalite", "promptfoo"]

const peer = (name: string, argv: ReadonlyArray<string>, cwd = folder): Contestant => ({
  name,
  command: ({ files }) => ({ argv, cwd, env: { ...quiet, TRACES: files } })
})

/** Nobody phones home or looks for updates while being measured. */
const quiet = {
  DO_NOT_TRACK: "1",
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  PROMPTFOO_CONFIG_DIR: join(folder, "node_modules/.promptfoo")
}

export const peers = (): ReadonlyArray<Contestant> => {
  const vitest = ["node", installed("vitest/vitest.mjs"), "run", "--config", join(folder, "vitest.config.ts")]
  return [
    peer("MCPJam SDK", [...runtimes.Bun, "mcpjam.ts"]),
    peer("MCPJam SDK, light entries", [...runtimes.Bun, "mcpjam-light.ts"]),
    peer("agentevals", [...runtimes.Bun, "agentevals.ts"]),
    peer("vitest", [...vitest, "--dir", "vitest"]),
    peer("vitest-evals", [...vitest, "--dir", "vitest-evals", "--reporter", "vitest-evals/reporter"]),
    peer("evalite", ["node", installed("evalite/dist/bin.js"), "run", "--threshold", "100"], join(folder, "evalite")),
    // It refuses Node 20; the others run on the machine's own.
    peer("promptfoo", [...runtimes["Node 24"], installed("promptfoo/dist/src/entrypoint.js"), ...promptfooFlags])
  ]
}

/** Nothing read from its cache, nothing written to its database, nothing drawn. */
const promptfooFlags =
  "eval -c promptfoo/promptfooconfig.yaml --no-cache --no-write --no-table --no-progress-bar".split(" ")

/** Installs the pinned versions, unless they are there. */
export const installPeers = (): void => {
  if (!installPinned(folder)) throw new Error("The peers could not be installed: npm says why above.")
  const problem = installNode24()
  if (problem !== undefined) throw new Error(`promptfoo needs Node 24. ${problem}`)
}

export const peerVersions = (): string => {
  const { dependencies }: { readonly dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8")
  )
  return Object.entries(dependencies)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ")
}
