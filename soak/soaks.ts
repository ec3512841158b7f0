/**
 * Every soak by its name, in the order of docs/reliability.md.
 */
import type { Soak } from "./Soak.ts"

export const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  crashPoints: async () => (await import("./crashPoints/crashPoints.ts")).soak,
  kills: async () => (await import("./kills/kills.ts")).soak,
  writers: async () => (await import("./writers/writers.ts")).soak,
  syscalls: async () => (await import("./syscalls/syscalls.ts")).soak,
  supplyChain: async () => (await import("./supplyChain/supplyChain.ts")).soak
}
