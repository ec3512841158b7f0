/**
 * Listens on a port of this machine alone, or says in one sentence why that cannot be.
 */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { errorCode } from "../../base/std/errorCode.ts"
import { UsageError } from "./UsageError.ts"

export const HOST = "127.0.0.1"

/** Returns the port: 0 takes any that is free. `flag` is the one that names it. */
export const listening = (listener: Server, port: number, flag: string): Effect.Effect<number, UsageError> =>
  port < 0 || port > 65_535
    ? Effect.fail(new UsageError({ what: `${flag} is ${port}.`, hint: "Give it a port from 0 to 65535." }))
    : Effect.callback((resume) => {
        listener.once("error", (error) =>
          resume(
            Effect.fail(
              new UsageError({
                what: `Port ${port} of ${HOST} cannot be listened on: ${errorCode(error)}.`,
                hint: "Choose another; 0 takes any that is free."
              })
            )
          )
        )
        listener.listen(port, HOST, () => resume(Effect.succeed((listener.address() as AddressInfo).port)))
      })
