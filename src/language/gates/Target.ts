/**
 * The targets of `expect` as types: which paths there are, and the type of the value at each. Both follow from the table
 * in targetGrammar.ts.
 */
import type { FIELDS, ValueKind, WHOLE } from "./targetGrammar.ts"

/** A path of a trace that may decide a verdict. */
export type Target = keyof Values & string

/** The type of the value at a path. `[*]` gives the list of values, and the matcher sees that list. */
export type ValueAt<Path extends string> = Path extends `${infer List}[*]${infer Rest}`
  ? ReadonlyArray<ValueOf<`${List}[0]${Rest}`>>
  : ValueOf<Path>

export type Whole = typeof WHOLE
export type Fields = typeof FIELDS

/** A path below a record, relative to it. */
export type FieldPath<Record extends keyof Fields> = keyof ValuesBelow<Record> & string

/** Plain JSON takes any matcher, so it is `any`. */
interface ValueOfKind {
  readonly list: ReadonlyArray<any>
  readonly text: string
  readonly amount: number
  readonly number: number
  readonly flag: boolean
  readonly json: any
}

/** Values by path. A path with an index or a name is a template literal, hence an index signature. */
type Values = { readonly [Path in keyof Whole]: ValueOfKind[Whole[Path]] } & ValuesOf<"tool_calls[*]"> &
  ValuesOf<"tool_results[*]"> &
  ValuesOf<"conversation.tokens"> &
  ValuesOf<"clock"> &
  ValuesOf<"faults[*]"> &
  ValuesOf<"observations.*">

type ValuesOf<Record extends keyof Fields> = {
  readonly [Path in FieldPath<Record> as `${PlaceOf<Record>}.${Path}`]: ValuesBelow<Record>[Path]
}

type ValuesBelow<Record extends keyof Fields> = {
  readonly [
    Field in keyof Fields[Record] & string as Fields[Record][Field] extends "json" ? Into<Field> : Field
  ]: ValueOfKind[Fields[Record][Field] & ValueKind]
}

/** A path into plain JSON: anything may follow. */
type Into<Base extends string> = Base | `${Base}.${string}` | `${Base}[${string}`

type PlaceOf<Record extends string> = Record extends `${infer List}[*]`
  ? `${List}[${number}]` | `${List}[*]`
  : Record extends `${infer Map}.*`
    ? `${Map}.${string}`
    : Record

type ValueOf<Path extends string> = Path extends keyof Values ? Values[Path] : any
