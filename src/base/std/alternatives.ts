/**
 * Joins texts as a sentence lists a choice: `a, b or c`.
 */
export const alternatives = (texts: ReadonlyArray<string>): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`
