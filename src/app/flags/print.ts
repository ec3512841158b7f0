/**
 * Prints what argv asks for instead of a run: help, the version or a completion script; or the sentence about what is
 * mistyped. Returns the exit code.
 */
import * as Effect from "effect/Effect"
import { stderr, stdout } from "../kit/output/output.ts"
import type { UsageError } from "../kit/UsageError.ts"
import { version } from "../kit/version.ts"
import type { Printed } from "./parse.ts"
import { passhat } from "./Program.ts"

export const print = (asked: Printed): Effect.Effect<number, UsageError> =>
  asked.kind === "mistake"
    ? Effect.as(stderr(`${asked.sentence}\n`), 2)
    : Effect.promise(() => textOf(asked)).pipe(
        Effect.flatMap((text) => stdout(`${text}\n`)),
        Effect.as(0)
      )

const textOf = async (asked: Exclude<Printed, { readonly kind: "mistake" }>): Promise<string> => {
  switch (asked.kind) {
    case "help":
      return (await import("./help.ts")).helpText(asked.program, asked.command)
    case "completions":
      return (await import("./completions.ts")).completionScript(passhat, asked.shell)
    case "version":
      return version
  }
}
