/**
 * The conditions of a cell: hashes of what its agent was given, and of the gates that make its outcomes.
 */
import stringify from "fast-json-stable-stringify"
import { sha256 } from "../../std/sha256.ts"
import type { Conditions } from "./Baseline.ts"
import type { FingerprintParts, GateData } from "../plan/Plan.ts"

/** What may be permitted to differ between two recordings that are compared. */
export const ALLOWABLE = ["prompt", "tools", "faults", "gates", "runs"] as const
export type Allowable = (typeof ALLOWABLE)[number]

/** `gates` are those of the plan; undefined where runs were not judged. */
export const conditionsOf = (
  { fingerprint, parts }: { readonly fingerprint: string; readonly parts: FingerprintParts },
  gates?: ReadonlyArray<GateData>
): Conditions => ({
  fingerprint,
  prompt: hash([
    parts.prompt,
    parts.turns ?? [],
    parts.system ?? null,
    ...(parts.user === undefined ? [] : [parts.user]),
    ...(parts.images === undefined ? [] : [parts.images])
  ]),
  tools: Object.fromEntries(
    parts.servers.flatMap(({ instructions, name, tools }) => [
      ...(instructions === undefined ? [] : [[name, hash(instructions)]]),
      ...tools.map((tool) => [`${name}.${tool.name}`, hash(tool)])
    ])
  ),
  faults: hash(parts.faults),
  ...(gates !== undefined && { gates: decidingRuns(gates), deciding: hash(gates.filter(({ advisory }) => !advisory)) }),
  model: hash([parts.model, parts.model_options ?? null, parts.options, parts.driver ?? null])
})

/** Only these gates make the outcome of a run. */
const decidingRuns = (gates: ReadonlyArray<GateData>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    gates
      .filter(({ advisory, scope }) => scope === "run" && !advisory)
      .map(({ expectations, id, spec }) => [id, hash([spec, expectations])])
  )

/** Enough digits to tell changes apart in a file that people read. */
const hash = (value: unknown): string => sha256(stringify(value)).slice(0, 16)
