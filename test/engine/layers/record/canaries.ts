/**
 * Secrets for tests, and the encodings in which a tool or a header may contain them.
 */

/** Of every alphabet that keys use, short and long, with characters that encodings care about. */
export const canaries: ReadonlyArray<string> = [
  "hunter2-hunter2",
  "qwertzui",
  "k3y/with+base64==",
  'qu"ote\\back/slash',
  "per%cent&amp=1?x#y",
  "pass phrase with spaces",
  "tab\tand\nnewline",
  "schlüssel-☀-🔑",
  "UPPER_lower-123.456~789",
  "0123456789abcdef0123456789abcdef",
  "-----line of dashes-----",
  "<tag>'single'</tag>",
  ...Array.from(
    { length: 28 },
    (_, at) => `canary-${at}-${"x7Qz_"[at % 5]}${(at * 7919 + 104_729).toString(36)}${"k".repeat(at % 6)}!`
  )
]

export const encodings: ReadonlyArray<readonly [name: string, encode: (value: string) => string]> = [
  ["plain text", (value) => value],
  ["base64", (value) => Buffer.from(value).toString("base64")],
  ["base64url", (value) => Buffer.from(value).toString("base64url")],
  ["a Basic header", (value) => Buffer.from(`user:${value}`).toString("base64")],
  ["percent-encoding", (value) => encodeURIComponent(value)],
  [
    "percent-encoding of every byte",
    (value) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")
  ],
  ["a form", (value) => new URLSearchParams({ value }).toString().slice("value=".length)],
  ["hex", (value) => Buffer.from(value).toString("hex")],
  ["capital hex", (value) => Buffer.from(value).toString("hex").toUpperCase()],
  ["JSON", (value) => JSON.stringify(value).slice(1, -1)],
  ["JSON in JSON", (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3)],
  ["JSON with escaped slashes", (value) => JSON.stringify(value).slice(1, -1).replaceAll("/", "\\/")],
  [
    "JSON in ASCII",
    (value) =>
      JSON.stringify(value)
        .slice(1, -1)
        .replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  ]
]
