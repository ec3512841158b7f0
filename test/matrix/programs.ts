/**
 * The programs that the table goes over: Bun and Deno of this package, and each supported Node. That is the machine's own where it has the
 * version; npm installs the others.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { installPinned } from "../../bench/installPinned.ts"
import { bin, root, versionOf } from "../../bench/runtimes.ts"

export interface Program {
  readonly name: string
  /** Undefined where it cannot be had. */
  readonly command: ReadonlyArray<string> | undefined
}

export const supportedNodes = ["20", "22", "24"] as const

const pinned = {
  "20": join(import.meta.dirname, "node20"),
  "22": join(import.meta.dirname, "node22"),
  "24": join(root, "bench/node24")
}

const own = versionOf("Node")?.split(".")[0]

const nodeOf = (major: (typeof supportedNodes)[number]): ReadonlyArray<string> | undefined => {
  if (major === own) return ["node"]
  const program = join(pinned[major], "node_modules/node/bin/node")
  return installPinned(pinned[major]) && existsSync(program) ? [program] : undefined
}

export const programs: ReadonlyArray<Program> = [
  { name: "Bun", command: [bin("bun"), "run"] },
  { name: "Deno", command: [bin("deno"), "run", "-A"] },
  ...supportedNodes.map((major) => ({ name: `Node ${major}`, command: nodeOf(major) }))
]
