/**
 * `passhat/adapters/mastra` with the real packages of `@mastra/core` 1, which needs Node 22 or newer: a Node 24 comes with the packages.
 */
import { join } from "node:path"
import { checkAdapter } from "../adapterChecks.ts"
import { checked } from "../mastra/checked.ts"
import { nodeAt } from "../recordings.ts"

const node = join(import.meta.dirname, `node_modules/node-linux-${process.arch}/bin/node`)

checkAdapter({
  ...checked,
  folder: import.meta.dirname,
  runtimes: [
    { name: "Node 24", runtime: "node", program: nodeAt(node) },
    { name: "Bun", runtime: "bun" },
    { name: "Deno", runtime: "deno" }
  ]
})
