/**
 * What keys look like, for secrets that nobody told us of. Each expression looks at a character a bounded number of times,
 * whatever the text.
 */
import { Buffer } from "node:buffer"
import { providers } from "../../providers/providers.ts"

export interface Shape {
  readonly rule: string
  readonly pattern: RegExp
  /** A second look, where the first would take ordinary words for a key. */
  readonly accepts?: (found: string) => boolean
}

export const shapes: ReadonlyArray<Shape> = [
  // A key without its end was cut off, and goes on to the end of the text.
  { rule: "private_key", pattern: /-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY[^]*?(?:-----END [A-Z0-9 ]{0,48}-----|$)/g },
  { rule: "userinfo", pattern: /(?<=:\\{0,4}\/\\{0,4}\/)[^\s/?#@:"'<>\\[\]]{0,256}:[^\s/?#"'<>\\[\]]{1,256}(?=@)/g },
  ...providers.flatMap(({ keyPattern }) => keyPattern ?? []),
  { rule: "github_token", pattern: /(?:gh[opsru]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/g },
  { rule: "slack_token", pattern: /xox[abceoprs]-[A-Za-z0-9-]{10,}/g },
  { rule: "aws_access_key", pattern: /A(?:KIA|SIA)[A-Z0-9]{16}/g },
  { rule: "google_key", pattern: /AIza[\w-]{30,}/g },
  { rule: "jwt", pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g },
  {
    rule: "bearer",
    pattern: /(?<=\bbearer[ +]|\bbearer%20)(?:(?=[^\s\d]{0,64}\d)[\w.~+/=-]{8,}|[\w.~+/=-]{24,})/gi
  },
  { rule: "basic", pattern: /(?<=\bbasic[ +]|\bbasic%20)[\w+/-]{8,}={0,2}/gi, accepts: (found) => isPair(found) }
]

/** `user:password` as text, which no plain word is. */
const isPair = (base64: string): boolean =>
  !/^[A-Z]?[a-z]+$/.test(base64) && /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(Buffer.from(base64, "base64").toString())
