/**
 * What the soak was asked for.
 */
import { parseArgs } from "node:util"
import { soaks } from "./soaks.ts"

export interface Flags {
  readonly names: ReadonlyArray<string>
  readonly long: boolean
  readonly sabotage: string | undefined
  readonly seed: number
  readonly keep: boolean
}

/** The seed of every figure that is published. */
export const SEED = 20_261_117

export const usage = `npm run soak -- <name> ... [flags]

  ${Object.keys(soaks).join(", ")}, or all of them: all

  --long            as many trials as the published figures have
  --sabotage <name> breaks the product first; the soak must then be red
  --seed <n>        other random choices (default ${SEED})
  --keep            then sees every sabotage red, and writes soak/results and docs/reliability.md

Exit codes: 0 the promise held, 1 it did not, 2 the soak could not be made.
`

/** The flags, or what is wrong with them. */
export const readFlags = (argv: ReadonlyArray<string>): Flags | { readonly problem: string } => {
  const parsed = parse(argv)
  if (typeof parsed === "string") return { problem: parsed }
  const { keep = false, long = false, names, sabotage, seed = String(SEED) } = parsed
  if (names.length === 0) return { problem: "Which soak?" }
  if (!/^\d{1,9}$/.test(seed))
    return { problem: `--seed takes a whole number of at most nine digits, and not "${seed}".` }
  if (keep && sabotage !== undefined)
    return { problem: "A sabotaged run is not kept: --keep and --sabotage exclude each other." }
  return { names: names[0] === "all" ? Object.keys(soaks) : names, long, keep, sabotage, seed: Number(seed) }
}

const parse = (argv: ReadonlyArray<string>) => {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        long: { type: "boolean" },
        keep: { type: "boolean" },
        sabotage: { type: "string" },
        seed: { type: "string" }
      }
    })
    return { ...values, names: positionals }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
