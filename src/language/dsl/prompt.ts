/**
 * A message of the user: its words, or its words with images.
 */
import { type Kind, text } from "../../base/std/kinds.ts"
import { type Flawed, madeBy } from "./flawed.ts"

/** An image of a file, as `image` makes it. */
export interface Image extends Flawed {
  /** As messages name it. */
  readonly name: string
  readonly media_type: string
  readonly sha256: string
  readonly bytes: number
  readonly base64: string
}

/** The words, then the images that come with them. */
export type WithImages = readonly [string, ...ReadonlyArray<Image>]

export const promptWords = (said: string | WithImages): string => (typeof said === "string" ? said : said[0])

export const imagesOf = (said: unknown): ReadonlyArray<Image> => (Array.isArray(said) ? said.slice(1) : [])

export const prompted: Kind = (value, path) =>
  Array.isArray(value) && value.length > 0
    ? value.flatMap((one, at) => (at === 0 ? text : madeBy("image"))(one, `${path}[${at}]`))
    : text(value, path)
