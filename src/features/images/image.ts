/**
 * `image`: an image of a file, for a prompt. It is read while the suite is built, since its hash is part of the fingerprint.
 */
import { Buffer } from "node:buffer"
import { readFileSync, statSync } from "node:fs"
import type { Image } from "../../language/dsl/prompt.ts"
import { name } from "../../base/std/kinds.ts"
import { sha256 } from "../../base/std/sha256.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { type Meta, metaKind } from "../../app/kit/Meta.ts"
import { projectOf } from "../../app/kit/project.ts"
import { locatedFile } from "../../app/suites/locatedFile.ts"

/** Of a file: providers refuse larger ones. */
const MOST_BYTES = 5 * 1024 * 1024

/**
 * An image that the user sends with the prompt or with a message of `turns`: PNG, JPEG, GIF or WebP, at most 5 MiB. The path is relative to
 * the project, or to this module if it begins with `./` or `../`.
 *
 * ```ts
 * agent("looks", {
 *   model: "claude-sonnet-4-5",
 *   servers: [weather],
 *   prompt: ["Where was this taken?", image(import.meta, "docs/images/report.png")]
 * })
 * ```
 */
export const image = (meta: Meta, path: string): Image => {
  const flaws = [...metaKind(meta, "its first argument"), ...name(path, "its second argument")]
  const file = meta?.filename
  if (flaws.length > 0 || file === undefined) {
    const found = flaws.length > 0 ? flaws : ["its first argument is of a module that is no file"]
    return flawed("", [`image: ${found.join(", and ")}`])
  }
  const found = locatedFile(projectOf(file).root, file, path)
  const size = tryCatch(() => statSync(found.path).size)
  if (size !== undefined && size > MOST_BYTES) {
    return flawed(found.shown, [`the file has ${size} bytes, and at most ${MOST_BYTES} are sent: make it smaller`])
  }
  const bytes = tryCatch(() => readFileSync(found.path))
  if (bytes === undefined) return flawed(found.shown, ["there is no such file, or it cannot be read: correct the path"])
  const media_type = typeOf(bytes)
  if (media_type === undefined) return flawed(found.shown, ["the file is no PNG, JPEG, GIF or WebP: convert it"])
  return Object.freeze({
    name: found.shown,
    media_type,
    sha256: sha256(bytes),
    bytes: bytes.length,
    base64: bytes.toString("base64")
  })
}

const flawed = (shown: string, flaws: ReadonlyArray<string>): Image =>
  Object.freeze({ name: shown, media_type: "", sha256: "", bytes: 0, base64: "", flaws })

/** By its first bytes: the name of a file may tell another type. */
const typeOf = (bytes: Buffer): string | undefined => {
  const start = bytes.toString("latin1", 0, 12)
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp"
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1]
}

const SIGNATURES = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"]
] as const
