/**
 * The programs that run a suite: those that this repository pins, the machine's own Node, and Node 24 in a folder of its own,
 * since as a dependency of the repository it would be the `node` of every script.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { installPinned } from "./installPinned.ts"

export const root = join(import.meta.dirname, "..")

export const bin = (name: string): string => join(root, "node_modules/.bin", name)

const node24 = join(import.meta.dirname, "node24")

/** The program, and the arguments before the file. */
export const runtimes = {
  Bun: [bin("bun"), "run"],
  Deno: [bin("deno"), "run", "-A"],
  Node: ["node"],
  "Node 24": [join(node24, "node_modules/node/bin/node")]
} as const satisfies Record<string, readonly [string, ...ReadonlyArray<string>]>

export type Runtime = keyof typeof runtimes

/** Says why there is no Node 24, which needs the npm registry once. */
export const installNode24 = (): string | undefined =>
  installPinned(node24) && existsSync(runtimes["Node 24"][0])
    ? undefined
    : "Node 24 was left out: npm could not install it into bench/node24."

export const versionOf = (runtime: Runtime): string | undefined =>
  spawnSync(runtimes[runtime][0], ["--version"], { encoding: "utf8" }).stdout?.match(/\d+\.\d+\.\d+/)?.[0]

/** The machine's own Node is named by its version: `Node 20`. */
export const titleOf = (runtime: Runtime): string => (runtime === "Node" ? `Node ${machineNode()}` : runtime)

let major: string | undefined
const machineNode = (): string => (major ??= versionOf("Node")?.split(".")[0] ?? "")
