/**
 * `passhat init`: writes a first suite, scripts and a CI workflow into a project. Overwrites nothing. Returns the exit
 * code.
 */
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { writeAtomically } from "../../engine/layers/platform/writeAtomically.ts"
import { providers, recordForModel } from "../../edges/providers/providers.ts"
import type { ProviderRecord } from "../../edges/providers/ProviderRecord.ts"
import { alternatives } from "../../base/std/alternatives.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { demoFiles, serverFiles, surroundings } from "./filesFor.ts"
import { inspectProject, type TargetProject } from "./TargetProject.ts"
import { addTexts } from "./jsonText.ts"
import { type Outcome, outcomeText } from "./outcomeText.ts"
import { notWritten, writeNew } from "./writeNew.ts"

export type InitFlags = ValuesOf<"init">

export const init = Effect.fn("init")(function* (flags: InitFlags) {
  const project = yield* inspectProject(process.cwd())
  const isDemo = flags.server === undefined && flags.url === undefined
  const model = yield* isDemo ? noModel(flags) : modelOf(flags)
  // All files are made before the first is written: if a server does not start, nothing is written.
  const own = yield* model === undefined
    ? demoFiles(project.extension)
    : serverFiles(flags, model.name, project.extension)
  const files = [...own, ...(yield* surroundings(project, flags, isDemo ? undefined : own[1]?.path))]
  const outcomes = [
    ...(yield* Effect.forEach(files, (file) =>
      Effect.map(writeNew(project.folder, file), (isNew): Outcome => ({ what: file.path, isNew }))
    )),
    ...(yield* addScripts(project))
  ]
  yield* stdout(
    outcomeText(project, outcomes, own[0]?.path ?? "", model?.provider, flags.env.length + flags.header.length > 0)
  )
  return 0
})

const noModel = ({ env, header, model, name }: InitFlags): Effect.Effect<undefined, UsageError> => {
  const given = Object.entries({ name, model, header: header[0], env: env[0] }).find(([, value]) => value !== undefined)
  return given !== undefined
    ? Effect.fail(
        new UsageError({
          what: `--${given[0]} is for a suite of your own server, and no server is given.`,
          hint: 'Give --server "<command>" or --url <url> as well.'
        })
      )
    : Effect.undefined
}

const modelOf = Effect.fnUntraced(function* ({ model: name = "claude-sonnet-4-5" }: InitFlags) {
  const provider = recordForModel(name)
  if (provider !== undefined) return { name, provider }
  const known = providers.flatMap((record) =>
    record.modelNames === undefined ? [] : [`${nameOf(record)}'s (${record.modelNames.example})`]
  )
  return yield* new UsageError({
    what: `No provider is known for the model "${name}".`,
    hint: `Name one of ${alternatives(known)}; a suite can name any other later.`
  })
})

const nameOf = ({ address, kind }: ProviderRecord): string => address({ kind }, {}).name

/** Keeps a script of the same name. */
const addScripts = Effect.fnUntraced(function* ({ folder, manifest, scripts, toolchain }: TargetProject) {
  const { scripted, types } = toolchain
  const wanted = { evals: `${scripted} run`, "evals:check": `${types} && ${scripted} check` }
  const added = Object.entries(wanted).filter(([name]) => !Object.hasOwn(scripts, name))
  if (added.length > 0) {
    const text = addTexts(manifest, toolchain.scripts, Object.fromEntries(added))
    yield* Effect.mapError(writeAtomically(join(folder, toolchain.manifest), text), (error) =>
      notWritten(toolchain.manifest, error)
    )
  }
  return Object.keys(wanted).map((name): Outcome => ({
    what: `${toolchain.manifest}: ${name}`,
    isNew: added.some(([one]) => one === name)
  }))
})
