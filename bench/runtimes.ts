/**
 * The programs that run a suite: those that this repository pins, and the machine's own Node.
 */
import { join } from "node:path"

export const root = join(import.meta.dirname, "..")

export const bin = (name: string): string => join(root, "node_modules/.bin", name)

/** How each is told to run a file. */
export const runtimes = {
  Bun: [bin("bun"), "run"],
  Deno: [bin("deno"), "run", "-A"],
  Node: ["node"]
} as const satisfies Record<string, readonly [string, ...ReadonlyArray<string>]>

export type Runtime = keyof typeof runtimes
