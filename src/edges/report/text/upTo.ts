/**
 * Texts that fit into a limited room.
 */

/** The first texts that fit into `room` characters. */
export const upTo = (room: number, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = room
  const end = texts.findIndex((text) => (left -= text.length) < 0)
  return end === -1 ? texts : texts.slice(0, end)
}

export const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, text) => sum + text.length, 0)
