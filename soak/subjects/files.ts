/**
 * Everything that passhat reads and did not write itself, or that others may have changed since: what reads a new kind of file adds a line.
 */

export interface InputFile {
  readonly name: string
  /** Where it is, from the folder of the project. */
  readonly path: string
  /** The arguments of `passhat` that read it. */
  readonly args: ReadonlyArray<string>
}

export const inputFiles: ReadonlyArray<InputFile> = []
