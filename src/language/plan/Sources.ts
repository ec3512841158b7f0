/**
 * What was read of the code of a driver before its suite is compiled: compiling reads no files.
 */
import type { SourceFile } from "../../base/domain/plan/Plan.ts"
import type { AnyDriver } from "../dsl/driver.ts"
import type { Problem } from "./Problem.ts"

export interface Sources {
  /** Sorted by path. */
  readonly files: ReadonlyArray<SourceFile>
  /** What is wrong with the files and globs that the suite names. */
  readonly problems: ReadonlyArray<Problem>
}

/** `undefined` for a driver whose files were not read. */
export type SourcesOf = (driver: AnyDriver) => Sources | undefined

/** Whether there may be something to read: then the caller of `compile` reads it first. */
export const namesFiles = ({ command, sources }: AnyDriver): boolean => command !== undefined || sources !== undefined
