/**
 * `passhat import`: makes a suite and recordings of runs that other programs recorded. Returns the exit code.
 */
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { makeRedactor } from "../../engine/layers/record/redact.ts"
import { secretsOf } from "../../engine/layers/record/secrets.ts"
import { compile } from "../../language/plan/compile.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { inspectProject } from "../init/TargetProject.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { readEnvironment } from "../../app/kit/environment.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import { rootAbove } from "../../app/kit/project.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { chooseFormat } from "./chooseFormat.ts"
import { collect } from "./collect.ts"
import { importedSuite } from "./importedSuite.ts"
import { sourceFiles } from "./sourceFiles.ts"
import { openSpool } from "./spool.ts"
import { suiteText } from "./suiteText.ts"
import { summary } from "./summary.ts"
import { targetOf } from "./target.ts"
import { writeRecordings } from "./writeRecordings.ts"

type ImportFlags = ValuesOf<"import">

export const importFiles = Effect.fn("import")(function* (flags: ImportFlags) {
  const signal = yield* firstSignal
  return yield* Effect.raceFirst(
    Effect.scoped(work(flags)),
    Effect.map(signal, (name) => exitCodes[name])
  )
}, Effect.scoped)

/** Everything is made in a folder of its own, so that nothing is written until all of it can be. */
const work = Effect.fnUntraced(function* (flags: ImportFlags) {
  const project = yield* inspectProject(rootAbove(process.cwd()) ?? process.cwd())
  const redactor = makeRedactor(secretsOf(yield* readEnvironment([project.folder])))
  const name = redactor.text(flags.suite)
  const files = yield* sourceFiles(flags.files)
  const format = yield* chooseFormat(flags.format, files)
  const target = yield* targetOf(project, name, flags.overwrite)
  const spool = yield* openSpool(join(target.staging, "runs.spool"))
  const collected = yield* collect(files, format, flags, redactor, spool)
  const compiled = compile(importedSuite(name, format, collected))
  if ("issues" in compiled) {
    const [first] = compiled.issues
    return yield* new UsageError({
      what: first?.message ?? "",
      hint: "Tell them apart with --group-by. Nothing was written."
    })
  }
  const { plan } = compiled
  const { countBroken } = flags
  yield* writeRecordings(collected.cells, { folder: target.staging, plan, redactor, spool, countBroken })
  yield* target.commit(suiteText(name, format, target.recordings, collected))
  yield* stdout(summary({ format, files: files.length, target, collected, countBroken }))
  return 0
})
