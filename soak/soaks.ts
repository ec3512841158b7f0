/**
 * Every soak by its name, in the order of docs/reliability.md.
 */
import type { Soak } from "./Soak.ts"

export const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  hostileFiles: async () => (await import("./hostileFiles/hostileFiles.ts")).soak,
  output: async () => (await import("./output/output.ts")).soak,
  supplyChain: async () => (await import("./supplyChain/supplyChain.ts")).soak
}
