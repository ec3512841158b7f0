/**
 * Which values are secrets: those of the environment whose names say so, and those that servers are reached with.
 *
 * What everybody may know is none: a value of less than 8 characters, a number, a date, a word such as `production`. Where
 * a name does not end like a secret's (`AUTH_METHOD`, `LOG_LEVEL`), neither is a plain word, a path, an address or a media
 * type: replacing those would change what ordinary tools answer.
 */
import * as Arr from "effect/Array"
import { Buffer } from "node:buffer"
import type { Connection } from "../../services/Connection.ts"
import { mentionsSecret, nameWords } from "./secretWords.ts"

export interface Secret {
  /** The text that replaces it has this name. */
  readonly name: string
  readonly value: string
}

export type Secrets = ReadonlyArray<Secret>

export interface Values {
  readonly [name: string]: string | undefined
}

/** Of a process's environment, and of values that were configured, such as `credentialsOf` a connection. Sorted. */
export const secretsOf = (environment: Values, configured: ReadonlyArray<Values> = []): Secrets => {
  const named = partsOf(environment).filter(({ name }) => mentionsSecret(name))
  const found = [...named, ...configured.flatMap(partsOf)]
    .filter(isSecret)
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.value, b.value))
  return Arr.dedupeWith(found, (a, b) => a.value === b.value)
}

/** What a server is reached with. */
export const credentialsOf = (connection: Connection): Values => {
  if ("env" in connection) return connection.env
  return "headers" in connection ? { ...connection.headers, url: connection.url } : {}
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const endsLikeSecret =
  /(?:KEY|TOKEN|SECRET|CREDENTIAL|COOKIE|PASS(?:WORD|WD|PHRASE|CODE))S?$|(?:^|_)(?:O?AUTH|AUTHORIZATION|PASS|PAT|DSN)$|._PWD$/

/** Every value, and the secrets that it wraps: after `Bearer`, in `Basic`, in a cookie, in an address. */
const partsOf = (values: Values): Secrets =>
  Object.entries(values).flatMap(([name, value = ""]) => {
    const [, token] = /^(?:Bearer|Basic|Token)\s+(\S+)$/i.exec(value) ?? []
    const pair = /^Basic\s/i.test(value) ? Buffer.from(token ?? "", "base64").toString() : ""
    const [, password] =
      /^[^\s:]*:([^]+)$/.exec(pair) ?? /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#:]*:([^\s/?#]+)@/i.exec(value) ?? []
    const cookies = value.split(/;\s*/).flatMap((cookie) => /^[\w.-]+=(\S+)$/.exec(cookie)?.slice(1) ?? [])
    return [
      ...[token ?? value, ...cookies].map((part) => ({ name, value: part })),
      ...(password === undefined ? [] : [{ name: `${name}.password`, value: password }])
    ]
  })

const isSecret = ({ name, value }: Secret): boolean =>
  value.length >= 8 &&
  !isNumber.test(value) &&
  !common.has(value.toLowerCase()) &&
  (endsLikeSecret.test(nameWords(name)) || !ordinary.some((shape) => shape.test(value)))

/** Dates and versions too. A longer one may be a key. */
const isNumber = /^[-+\d.,:_ ]{1,15}$/

const common = new Set(
  (
    "anonymous automatic changeme database developer development disabled localhost optional password postgres " +
    "production redacted [redacted] required undefined unlimited username"
  ).split(" ")
)

const ordinary = [
  /^(?:[A-Z]?[a-z]+|[A-Z]+)$/,
  /^(?:~|\.{0,2})\/|^[A-Za-z]:\\/,
  /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+(?:\/[\w.~-]{0,15})*$/i,
  /^(?:\*|application|audio|image|multipart|text|video)\//
]
