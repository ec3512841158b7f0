/**
 * What the compiler says of a path that is no target: a sentence in the place of the type, as `runs(0)` has one.
 */
import type { FieldPath, Fields, Target, Whole } from "./Target.ts"
import type { NARRATION } from "./targetGrammar.ts"

/** The path itself if it is a target; otherwise what to write instead. */
export type KnownTarget<Path extends string> = Path extends Target
  ? Path extends `observations.${string}.${infer Rest}`
    ? Rest extends FieldPath<"observations.*">
      ? Path
      : Advice<Path>
    : Path
  : Advice<Path>

type Advice<Path extends string> = Path extends `${(typeof NARRATION)[number]}${string}`
  ? "evidence: what the model says of itself decides nothing, use narrative() or said()"
  : [Nearest<Path>] extends [never]
    ? [Beside<Path>] extends [never]
      ? "a path that starts with tool_calls, tool_results, stop_reason, conversation.tokens, clock, faults or observations"
      : Beside<Path>
    : `did you mean ${Nearest<Path>}?`

/** Every field of the record that the path leads to. */
type Beside<Path extends string> = [Split<Path>] extends [never]
  ? never
  : Split<Path> extends [infer Record extends keyof Fields, infer Place extends string, string]
    ? `${Place}.${keyof Fields[Record] & string}`
    : never

/** The targets that one letter more, less or other, or two letters swapped in one word, would make of the path. */
type Nearest<Path extends string> =
  | Like<Path, keyof Whole>
  | ([Split<Path>] extends [never]
      ? Extract<Respelt<Path>, Target>
      : Split<Path> extends [infer Record extends keyof Fields, infer Place extends string, infer Rest extends string]
        ? `${Place}.${Like<WordOf<Rest>, keyof Fields[Record] & string>}${After<Rest>}`
        : never)

/** The record of a path, the path to it, and what is written below it. */
type Split<Path extends string> = {
  [Record in keyof Fields]: Record extends `${infer List}[*]`
    ? Path extends `${List}[${infer At}].${infer Rest}`
      ? [Record, `${List}[${At}]`, Rest]
      : Path extends `${List}.${infer Rest}`
        ? [Record, Record, Rest]
        : never
    : Record extends `${infer Map}.*`
      ? Path extends `${Map}.${infer Name}.${infer Rest}`
        ? [Record, `${Map}.${Name}`, Rest]
        : never
      : Path extends `${Record}.${infer Rest}`
        ? [Record, Record, Rest]
        : never
}[keyof Fields]

/** The path with its first word spelt as a root of the table; for a path of tokens, the first two. */
type Respelt<Path extends string> =
  | `${Like<WordOf<Path>, RootOf<keyof Fields>>}${After<Path>}`
  | (Path extends `${infer First}.${infer Second}.${infer Field}`
      ? `${Like<`${First}.${Second}`, "conversation.tokens">}.${Field}`
      : never)
type RootOf<Record extends string> = Record extends `${infer Root}[*]` | `${infer Root}.*` ? Root : Record

/** The first word of a path, and what follows it. */
type WordOf<Path extends string> = Path extends `${infer Word}.${string}`
  ? WordOf<Word>
  : Path extends `${infer Word}[${string}`
    ? Word
    : Path
type After<Path extends string> = Path extends `${WordOf<Path>}${infer Rest}` ? Rest : never

/** The known words that differ from the word by at most one slip. */
type Like<Word extends string, Known extends string> = Known extends string
  ? IsLike<Word, Known> extends true
    ? Known
    : never
  : never

type IsLike<Word extends string, Known extends string> = Word extends Known
  ? true
  : Word extends `${infer A}${infer As}`
    ? Known extends `${infer B}${infer Bs}`
      ? A extends B
        ? IsLike<As, Bs>
        : As extends Bs | Known
          ? true
          : Word extends Bs
            ? true
            : As extends `${B}${infer Rest}`
              ? Bs extends `${A}${Rest}`
                ? true
                : false
              : false
      : As extends ""
        ? true
        : false
    : Known extends `${string}${infer Bs}`
      ? Bs extends ""
        ? true
        : false
      : false
