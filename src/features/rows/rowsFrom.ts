/**
 * `rowsFrom`: the rows of a file, decoded by a schema of the suite, for `cases`. It is read while the suite is built.
 */
import { writeSync } from "node:fs"
import type { NamedRow } from "../../language/dsl/cases.ts"
import type { Needs } from "../../language/dsl/facts.ts"
import { isLoading } from "../../language/dsl/loadLog.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { name } from "../../base/std/kinds.ts"
import { raise, tryCatch } from "../../base/std/tryCatch.ts"
import { exitNow } from "../../app/kit/exitGuard.ts"
import { isProgram, type Meta, metaKind } from "../../app/kit/Meta.ts"
import { locatedFile } from "../../app/suites/locatedFile.ts"
import { projectOf } from "../../app/kit/project.ts"
import type { EffectSchema, StandardSchema } from "./decoder.ts"
import { readRows } from "./readRows.ts"
import { raiseRowsError } from "../../app/suites/RowsError.ts"

/** What decodes a row: a Standard Schema, as zod's are, or a Schema of effect. */
export type RowSchema = StandardSchema | EffectSchema

/** The row that a schema makes. */
export type DecodedBy<Schema> = Schema extends { readonly Type: infer Row }
  ? Row
  : Schema extends { readonly "~standard": { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly output: infer Row }
      ? Row
      : never
    : never

type HasName<Row> = [Row] extends [NamedRow] ? unknown : Needs<"a field name or id, which names the row">

/**
 * Reads the rows of a file that ends in `.csv`, `.jsonl` or `.json`, and decodes each with a schema. The path is relative to the
 * project, or to this module if it begins with `./` or `../`. Everything that is wrong with the file is reported at once, with line and
 * column, and the suite is not loaded then. There is at least one row.
 *
 * ```ts
 * import { Schema as S } from "passhat/schema"
 *
 * const City = S.Struct({ name: S.String, city: S.String })
 * const cities = () => rowsFrom(import.meta, "cases/cities.csv", City)
 * ```
 */
export const rowsFrom = <Schema extends RowSchema>(
  meta: Meta,
  path: string,
  schema: Schema & HasName<DecodedBy<Schema>>
): ReadonlyArray<DecodedBy<Schema>> => {
  const flaws = [...metaKind(meta, "its first argument"), ...name(path, "its second argument")]
  const file = meta?.filename
  if (flaws.length > 0 || file === undefined) {
    return raise(
      `rowsFrom cannot begin: ${flaws.join(", and ") || "its first argument is of a module that is no file"}`
    )
  }
  const { root } = projectOf(file)
  const read = readRows({ ...locatedFile(root, file, path), suite: file }, schema)
  return typeof read === "string" ? refuse(meta, read) : (read as ReadonlyArray<DecodedBy<Schema>>)
}

/** Without rows there is no suite. A command that loads the file reports what is thrown; the file as a program ends like `main` does. */
const refuse = (meta: Meta, what: string): never => {
  if (isLoading() || !isProgram(meta)) return raiseRowsError(what)
  tryCatch(() => writeSync(2, `${what.split("\n").map(escapeLine).join("\n")}\n`))
  return exitNow(2)
}
