/**
 * What the benchmark was asked for.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./runtimes.ts"
import { type SectionName, sectionNames } from "./sections.ts"

export interface Flags {
  readonly sections: ReadonlyArray<SectionName>
  readonly counts: ReadonlyArray<number>
  readonly repeats: number
  readonly peers: boolean
  readonly checkout: boolean
  /** Prints the tables, and leaves RESULTS.md alone. */
  readonly quick: boolean
  /** The folder with MCPMark's published runs. */
  readonly mcpmark: string
}

export const usage = `npm run bench -- [flags]

  --quick          up to 1,000 traces, three rounds, no peers; prints the tables and keeps nothing
  --peers          also the peers: installs them into bench/peers
  --million        also a million traces: about 10 GB in a temporary folder
  --only <names>   only these sections: ${sectionNames.join(", ")}
  --repeats <n>    rounds (default 5; fewer for who takes longer than a minute)
  --counts <n,...> other numbers of traces than 1,100,1000,10000
  --mcpmark <dir>  MCPMark's published runs (default ../shared/data/mcpmark); without them their section is left out
  --checkout       passhat as it is here, instead of packed and installed
`

/** The flags, or what is wrong with them. */
export const readFlags = (argv: ReadonlyArray<string>): Flags | { readonly problem: string } => {
  const parsed = parse(argv)
  if ("problem" in parsed) return parsed
  const { checkout = false, counts, mcpmark, million = false, only, peers = false, quick = false, repeats } = parsed
  const named = only?.split(",")
  const stranger = named?.find((name) => !isSection(name))
  if (stranger !== undefined) return { problem: `--only knows ${sectionNames.join(", ")}, and not "${stranger}".` }
  const asked = counts?.split(",").map(Number) ?? (quick ? [1, 100, 1_000] : [1, 100, 1_000, 10_000])
  const rounds = repeats === undefined ? (quick ? 3 : 5) : Number(repeats)
  const wrong = [...asked, rounds].find((number) => !Number.isSafeInteger(number) || number < 1)
  if (wrong !== undefined) return { problem: "--counts and --repeats take whole numbers from 1." }
  const usual: ReadonlyArray<SectionName> = [
    ...(["cold", "scale"] as const),
    ...(peers ? (["peers"] as const) : []),
    ...(million ? (["million"] as const) : []),
    "mcpmark",
    ...(quick ? [] : (["similarity"] as const))
  ]
  return {
    sections: named?.filter(isSection) ?? usual,
    counts: asked,
    repeats: rounds,
    peers: peers || named?.includes("peers") === true,
    checkout,
    quick,
    mcpmark: mcpmark ?? join(root, "../shared/data/mcpmark")
  }
}

const isSection = (name: string): name is SectionName => sectionNames.some((one) => one === name)

const parse = (argv: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        quick: { type: "boolean" },
        peers: { type: "boolean" },
        million: { type: "boolean" },
        checkout: { type: "boolean" },
        only: { type: "string" },
        repeats: { type: "string" },
        counts: { type: "string" },
        mcpmark: { type: "string" }
      }
    }).values
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
