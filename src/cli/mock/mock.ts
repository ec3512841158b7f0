/**
 * Reads the tools, then serves them until whoever uses them is done. Comes to the exit code.
 */
import * as Effect from "effect/Effect"
import type { ValuesOf } from "../flags/commands.ts"
import { answerTo } from "./answerTo.ts"
import { breaking } from "./breaking.ts"
import { faultsOf } from "./faultsOf.ts"
import { mockServer, type Servers } from "./mockServer.ts"
import { overHttp } from "./overHttp.ts"
import { overStdio } from "./overStdio.ts"
import { readTools } from "./readTools.ts"

export const mock = Effect.fn("mock")(function* ({ fault, http, toolsFrom }: ValuesOf<"mock">) {
  const faults = yield* faultsOf(fault)
  const file = yield* readTools(toolsFrom)
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const servers: Servers = (disconnect) => {
    const broken = breaking(faults, disconnect)
    const ignoresCancellation = faults.some(({ kind }) => kind === "reply_after_cancel")
    return mockServer(sdk, file, (call) => broken(call, answerTo(sdk, file.tools, call)), { ignoresCancellation })
  }
  yield* http === undefined ? overStdio(servers) : overHttp(sdk, http, servers)
  return 0
})
