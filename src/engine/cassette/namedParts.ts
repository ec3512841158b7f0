/**
 * The parts of a fingerprint by name, so that a difference names the tool or the file, and a tool that was added changes no
 * other path: `servers.weather.tools.get_weather.description`, `driver.sources["agents/ask.py"]`.
 */
import type { Json } from "../../base/domain/Json.ts"
import type { FingerprintParts, SourceFile } from "../../base/domain/plan/Plan.ts"

/** As a file would hold them, apart from the names. What differs in order alone is the same here. */
export const namedParts = ({ driver, servers, ...rest }: FingerprintParts): Json =>
  JSON.parse(
    JSON.stringify({
      ...rest,
      servers: byName(servers.map(({ tools, ...server }) => ({ ...server, tools: byName(tools) }))),
      ...(driver !== undefined && {
        driver: { ...driver, ...(driver.sources !== undefined && { sources: hashes(driver.sources) }) }
      })
    })
  )

const byName = <A extends { readonly name: string }>(all: ReadonlyArray<A>): Readonly<Record<string, object>> =>
  Object.fromEntries(all.map(({ name, ...one }) => [name, one]))

/** Enough of each hash to tell two apart by sight. */
const hashes = (sources: ReadonlyArray<SourceFile>): Readonly<Record<string, string>> =>
  Object.fromEntries(sources.map(({ path, sha256 }) => [path, sha256.slice(0, 12)]))
