/**
 * Bodies of requests to a model and of its answers, as they are kept and compared.
 */
import { createHash } from "node:crypto"
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"
import type { Json } from "../../../../base/domain/Json.ts"
import type { WireBody } from "../../../../base/domain/recording/Wire.ts"
import { isJsonObject } from "../../../../base/std/Json.ts"
import { tryCatch } from "../../../../base/std/tryCatch.ts"

/** As it was sent, without its content encoding. */
export const answerBody = (bytes: Uint8Array): WireBody => {
  if (bytes.length === 0) return {}
  const text = tryCatch(() => utf8.decode(bytes))
  return text === undefined ? { base64: Buffer.from(bytes).toString("base64") } : { text }
}

/** JSON has no order of keys, and images and files are in it as their hashes. */
export const requestBody = (bytes: Uint8Array): WireBody => {
  const body = answerBody(bytes)
  const json = tryCatch((): Json | undefined => (body.text === undefined ? undefined : JSON.parse(body.text)))
  return json === undefined ? body : { json: hashed(json) }
}

/** The bytes of a body that was kept. */
export const bytesOf = ({ base64, text = "" }: WireBody): Uint8Array =>
  base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64")

/** What a request to a model may have, packed and unpacked, and an answer: those of providers have less. */
export const MOST_BYTES = 128 * 1024 * 1024

/** Why a body is refused. */
export const UNREADABLE =
  "the agent asks its model with a body that is damaged, of more than 128 MiB, or in an encoding other than gzip, deflate and br"

/** The body of a request without its content encoding; undefined if it is damaged, too large, or encoded in another way. */
export const bodyOf = async (
  { body, headers }: Request,
  maxOutputLength = MOST_BYTES
): Promise<Uint8Array | undefined> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxOutputLength) return undefined
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity"
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  return decode === undefined ? undefined : tryCatch(() => decode(bytes, { maxOutputLength }))
}

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Shorter ones are as good as their hash, and may be words. */
const LONG = 1024

const base64 = /^(data:[^,]{0,200},)?([A-Za-z0-9+/_-]+={0,2})$/

/** With every long text in base64 as its hash and length: images, files, and what a provider signs. */
const hashed = (value: Json): Json => {
  if (typeof value === "string") return value.length < LONG ? value : hashedText(value)
  if (Array.isArray(value)) return value.map(hashed)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hashed(member)]))
    : value
}

const hashedText = (text: string): string => {
  const [, prefix = "", data] = base64.exec(text) ?? []
  if (data === undefined) return text
  const bytes = Buffer.from(data, "base64")
  return `${prefix}[SHA256:${createHash("sha256").update(bytes).digest("hex")}:${bytes.length}]`
}
