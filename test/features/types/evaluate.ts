/**
 * Evaluates a generated catalogue without a file.
 */
import { type AnyServer, server } from "../../../src/language/dsl/server.ts"
import { tool } from "../../../src/language/dsl/tool.ts"

const transpiler = new Bun.Transpiler({ loader: "ts" })

/** The source has to be a catalogue: one import, types, one export. */
export const evaluate = (source: string): AnyServer => {
  const javascript = transpiler.transformSync(source).replace(/^import .*$/m, "")
  return new Function("server", "tool", javascript.replace(/^export const \w+ =/m, "return"))(server, tool)
}
