/**
 * `passhat/adapters/mastra` with the real packages of `@mastra/core` 0.24.
 */
import { checkAdapter } from "../adapterChecks.ts"
import { checked } from "./checked.ts"

checkAdapter({
  ...checked,
  folder: import.meta.dirname,
  runtimes: [
    { name: "Node", runtime: "node" },
    { name: "Bun", runtime: "bun" },
    { name: "Deno", runtime: "deno" }
  ]
})
