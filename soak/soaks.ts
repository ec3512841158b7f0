/**
 * Every soak by its name, in the order of docs/reliability.md.
 */
import type { Soak } from "./Soak.ts"

export const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  crashPoints: async () => (await import("./crashPoints/crashPoints.ts")).soak,
  kills: async () => (await import("./kills/kills.ts")).soak,
  writers: async () => (await import("./writers/writers.ts")).soak,
  hostileFiles: async () => (await import("./hostileFiles/hostileFiles.ts")).soak,
  verdicts: async () => (await import("./verdicts/verdicts.ts")).soak,
  determinism: async () => (await import("./determinism/determinism.ts")).soak,
  hermetic: async () => (await import("./hermetic/hermetic.ts")).soak,
  secrets: async () => (await import("./secrets/secrets.ts")).soak,
  supplyChain: async () => (await import("./supplyChain/supplyChain.ts")).soak,
  orphans: async () => (await import("./orphans/orphans.ts")).soak,
  faults: async () => (await import("./faults/faults.ts")).soak,
  rates: async () => (await import("./rates/rates.ts")).soak,
  syscalls: async () => (await import("./syscalls/syscalls.ts")).soak,
  longLife: async () => (await import("./longLife/longLife.ts")).soak,
  openPage: async () => (await import("./openPage/openPage.ts")).soak,
  limits: async () => (await import("./limits/limits.ts")).soak,
  imports: async () => (await import("./imports/imports.ts")).soak,
  output: async () => (await import("./output/output.ts")).soak
}
