/**
 * Every soak by its name, in the order of docs/reliability.md.
 */
import type { Soak } from "./Soak.ts"

export const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  verdicts: async () => (await import("./verdicts/verdicts.ts")).soak,
  longLife: async () => (await import("./longLife/longLife.ts")).soak,
  supplyChain: async () => (await import("./supplyChain/supplyChain.ts")).soak
}
