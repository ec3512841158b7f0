/**
 * A generated catalogue, brought to life without a file: its tools by name.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { catalogueSource } from "../../../src/cli/types/catalogueSource.ts"
import type { Json } from "../../../src/domain/Json.ts"
import { type AnyServer, server } from "../../../src/dsl/server.ts"

const transpiler = new Bun.Transpiler({ loader: "ts" })

/** The source has to be a catalogue: one import, definitions, one export. */
export const evaluate = (source: string, from: object = Schema): AnyServer => {
  const javascript = transpiler.transformSync(source).replace(/^import .*$/m, "")
  return new Function("Schema", "server", javascript.replace(/^export const \w+ =/m, "return"))(from, server)
}

/** Whether the generated schema of a tool takes the arguments. */
export const acceptor = (input_schema: Json): ((args: Json) => boolean) => {
  const source = catalogueSource("s", { command: ["s"] }, [{ server: "s", name: "tool", input_schema }])
  const { tools } = evaluate(source)
  const decode = Schema.decodeUnknownResult(tools["tool"]!.args, { onExcessProperty: "error" })
  return (args) => Result.isSuccess(decode(args))
}
