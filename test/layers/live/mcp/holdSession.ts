/**
 * A program that opens a session with servers that ignore signals and waits for its end: `holdSession.ts <mark>`.
 */
import * as Effect from "effect/Effect"
import process from "node:process"
import { ToolHub } from "../../../../src/services/ToolHub.ts"
import { cell } from "../../recordings.ts"
import { hostile, hub } from "./session.ts"

const mark = process.argv[2] ?? ""

const fiber = ToolHub.use((tools) => tools.open(cell, 1)).pipe(
  Effect.andThen(Effect.sync(() => process.stdout.write("open\n"))),
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.provide(hub(hostile("deaf", mark), hostile("deaf", mark, true))),
  Effect.runFork
)
process.once("SIGINT", () => fiber.interruptUnsafe())
