/**
 * The url of a queue: `postgres://user@host:5432/database?sslmode=verify-full`.
 *
 * A password in it is never shown. It is better left out: `PGPASSWORD` and `~/.pgpass` are read as by PostgreSQL's own programs.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { QueueError, type RunQueue } from "../../../engine/services/RunQueue.ts"
import { errorCode } from "../../../base/std/errorCode.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { Warn } from "./runStore.ts"

export interface QueueAddress {
  /** For messages: host, port and database. */
  readonly shown: string
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user?: string
  readonly password?: string
  /** False: the connection is not encrypted. */
  readonly ssl: ConnectionOptions | false
}

const PARAMETERS = ["host", "sslmode", "sslrootcert", "sslcert", "sslkey"]

/** Where a queue is, without user, password and parameters. */
export const shownAddress = (url: string): string => {
  const parsed = tryCatch(() => new URL(url))
  return parsed === undefined ? "the queue" : shown(parsed)
}

export const readAddress = Effect.fnUntraced(function* (url: string) {
  const parsed = tryCatch(() => new URL(url))
  if (parsed === undefined || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    return yield* misspelt("The url of the queue is not one of PostgreSQL.")
  }
  const unknown = [...parsed.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) {
    return yield* misspelt(
      `The url of the queue has a parameter "${unknown}", and only ${PARAMETERS.join(", ")} are known.`
    )
  }
  const database = decoded(parsed.pathname.slice(1))
  if (database === undefined || database === "") return yield* misspelt("The url of the queue names no database.")
  const [user, password] = [decoded(parsed.username), decoded(parsed.password)]
  if (user === undefined || password === undefined) {
    return yield* misspelt("The user or the password in the url of the queue is not percent-encoded.")
  }
  return {
    shown: shown(parsed),
    host: hostOf(parsed),
    port: parsed.port === "" ? 5432 : Number(parsed.port),
    database,
    ...(user !== "" && { user }),
    ...(password !== "" && { password }),
    ssl: yield* tlsOf(parsed)
  } satisfies QueueAddress
})

/**
 * Every mode with encryption verifies the certificate and the name of the host, `require` as well; `no-verify` is the one that does not.
 * Without a mode a host other than this machine has to be verified: a password is not sent to an unknown host.
 */
const tlsOf = Effect.fnUntraced(function* (url: URL) {
  const mode = url.searchParams.get("sslmode") ?? (isThisMachine(hostOf(url)) ? "disable" : "verify-full")
  if (mode === "disable") return false
  if (!["require", "verify-ca", "verify-full", "no-verify"].includes(mode)) {
    return yield* misspelt(
      `sslmode is "${mode}" in the url of the queue, and disable, require, verify-ca, verify-full and no-verify are known.`
    )
  }
  const [ca, cert, key] = yield* Effect.all(["sslrootcert", "sslcert", "sslkey"].map((name) => fileOf(url, name)))
  return {
    rejectUnauthorized: mode !== "no-verify",
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key })
  }
})

const fileOf = (url: URL, name: string): Effect.Effect<string | undefined, QueueError> => {
  const file = url.searchParams.get(name)
  if (file === null) return Effect.succeed(undefined)
  return Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => addressError(`${name} of the url of the queue could not be read (${errorCode(cause)}).`)
  })
}

/** `host` is for the folder of a socket, which a url has no place for. */
const hostOf = (url: URL): string =>
  url.searchParams.get("host") ?? (url.hostname === "" ? "localhost" : url.hostname.replace(/^\[(.*)\]$/, "$1"))

const shown = (url: URL): string => `${hostOf(url)}:${url.port === "" ? "5432" : url.port}${url.pathname}`

const isThisMachine = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\/.*)$/.test(host)

const decoded = (text: string): string | undefined => tryCatch(() => decodeURIComponent(text))

const addressError = (sentence: string): QueueError =>
  new QueueError({
    reason: "Address",
    sentence,
    hint: "Write it as postgres://user@host:5432/database?sslmode=verify-full."
  })

const misspelt = (sentence: string) => Effect.fail(addressError(sentence))

/** The queue at a url. What it is stored in is loaded when it is used: a replay needs none of it. */
export interface QueueOptions {
  /** `postgres://user@host/database`, or `memory:` for one process. */
  readonly url: string
  /** The name of the worker, as others see it. */
  readonly worker: string
  readonly warn: Warn
}

export const queueAt = ({ url, warn, worker }: QueueOptions): Layer.Layer<RunQueue, QueueError> =>
  Layer.unwrap(
    Effect.promise(async () =>
      url === "memory:"
        ? (await import("./memory.ts")).layer({ worker })
        : (await import("./postgres.ts")).layer({ url, warn, worker })
    )
  )
