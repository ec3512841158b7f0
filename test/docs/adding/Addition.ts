/**
 * A small addition to passhat that follows a section of docs/architecture.md: what goes into each file of the section's table.
 */
export interface Addition {
  /** The heading of the section. */
  readonly section: string
  /** In the place of `<name>` in the paths of the table. */
  readonly name: string
  /** By path, with the name in its place. */
  readonly files: { readonly [path: string]: Fixture }
  /** A command that the addition has to make work, and what it prints. */
  readonly shown?: { readonly args: ReadonlyArray<string>; readonly prints: RegExp }
}

export interface Fixture {
  /** The text of a new file, or the new text of an old one. */
  readonly text: string | ((old: string) => string)
  /** Arguments of `bun test` that fail without this file, and pass with all files. */
  readonly heldBy: ReadonlyArray<string>
}

/** Adds text before the first place where `mark` is. A mark that is not there is a mistake of the fixture. */
export const before =
  (mark: string, added: string) =>
  (old: string): string =>
    replaced(old, mark, `${added}${mark}`)

export const after =
  (mark: string, added: string) =>
  (old: string): string =>
    replaced(old, mark, `${mark}${added}`)

/** One edit after another. */
export const all =
  (...edits: ReadonlyArray<(old: string) => string>) =>
  (old: string): string =>
    edits.reduce((text, edit) => edit(text), old)

const replaced = (old: string, mark: string, text: string): string => {
  if (!old.includes(mark)) throw new Error(`The file has no ${JSON.stringify(mark)}.`)
  return old.replace(mark, () => text)
}
