/**
 * Messages of the user after the prompt, as the plan has them.
 */
import type { ImageData } from "./Image.ts"
import type { FingerprintParts, TurnData } from "./Plan.ts"

/** Undefined for a function, whose words the plan does not have. */
export const turnWords = (turn: TurnData | undefined): string | undefined => {
  if (typeof turn !== "object") return turn
  return "text" in turn ? turn.text : undefined
}

export const isFunction = (turn: TurnData | undefined): boolean => typeof turn === "object" && "from" in turn

/** The images of the `n`th message of the user, from 1: that of the prompt. */
export const imagesOf = ({ images = [], turns }: FingerprintParts, n: number): ReadonlyArray<ImageData> => {
  if (n === 1) return images
  const turn = turns?.[n - 2]
  return typeof turn === "object" && "images" in turn ? turn.images : []
}
