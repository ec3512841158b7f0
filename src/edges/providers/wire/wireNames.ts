/**
 * The names of tools in requests: providers allow only some characters, and a maximal length.
 *
 * Names are looked up in both directions and never split: `a` with `b__c` and `a__b` with `c` are different tools.
 */
import { createHash } from "node:crypto"
import type { OfferedTool } from "../../../base/domain/plan/Tool.ts"

export interface WireNames {
  readonly offered: ReadonlyArray<readonly [name: string, tool: OfferedTool]>
  readonly of: (tool: Named) => string
  /** A name that was not offered gets the server "", so that no tool runs and the call is recorded. */
  readonly back: (name: string) => Named
}

/** The names of tools on an MCP server of passhat, whose clients may ask any provider: no longer than all of them allow. */
export const servedNames = (tools: ReadonlyArray<OfferedTool>): WireNames => wireNames(tools, 64)

interface Named {
  readonly server: string
  readonly name: string
}

export const wireNames = (tools: ReadonlyArray<OfferedTool>, longest: number): WireNames => {
  const plain = tools.map(plainName)
  const byName = new Map<string, OfferedTool>()
  const byTool = new Map<string, string>()
  for (const [at, tool] of tools.entries()) {
    const name = plain[at] ?? ""
    const fits = name.length <= longest && plain.indexOf(name) === plain.lastIndexOf(name)
    const free = fits && !byName.has(name) ? name : hashedName(name, tool, longest, byName)
    byName.set(free, tool)
    byTool.set(keyOf(tool), free)
  }
  return {
    offered: [...byName],
    of: (tool) => byTool.get(keyOf(tool)) ?? tool.name,
    back: (wire) => {
      const tool = byName.get(wire)
      return tool === undefined ? { server: "", name: wire } : { server: tool.server, name: tool.name }
    }
  }
}

const plainName = ({ name, server }: Named): string => `${server}__${name}`.replace(/[^a-zA-Z0-9_-]/g, "_")

/** Ends in a hash of the tool, so that the name does not depend on the other tools. */
const hashedName = (name: string, tool: Named, longest: number, taken: ReadonlyMap<string, unknown>): string => {
  for (let salt = 0; ; salt++) {
    const hash = createHash("sha256")
      .update(`${keyOf(tool)}${salt}`)
      .digest("hex")
      .slice(0, 8)
    const candidate = `${name.slice(0, longest - hash.length - 1)}_${hash}`
    if (!taken.has(candidate)) return candidate
  }
}

const keyOf = ({ name, server }: Named): string => JSON.stringify([server, name])
