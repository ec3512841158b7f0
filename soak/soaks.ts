/**
 * Every soak by its name, in the order of docs/reliability.md.
 */
import type { Soak } from "./Soak.ts"

export const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  determinism: async () => (await import("./determinism/determinism.ts")).soak,
  hermetic: async () => (await import("./hermetic/hermetic.ts")).soak,
  secrets: async () => (await import("./secrets/secrets.ts")).soak,
  supplyChain: async () => (await import("./supplyChain/supplyChain.ts")).soak
}
