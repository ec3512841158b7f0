/**
 * Every soak by its name, in the order of docs/reliability.md.
 */
import type { Soak } from "./Soak.ts"

export const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  faults: async () => (await import("./faults/faults.ts")).soak,
  rates: async () => (await import("./rates/rates.ts")).soak,
  supplyChain: async () => (await import("./supplyChain/supplyChain.ts")).soak
}
