/**
 * Where the two runners on vitest find their one file; the folder is given by `--dir`.
 */
import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["**/*.test.ts", "**/*.eval.ts"], testTimeout: 60_000 } })
