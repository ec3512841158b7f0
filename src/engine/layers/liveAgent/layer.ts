/**
 * The layers of `--live-agent`: the code of agents runs again, and recordings answer for the world. With live tools, the servers of
 * today answer its calls.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mediaReader } from "../../cassette/media.ts"
import { toolIssues } from "../../cassette/toolIssues.ts"
import { UserCodes } from "../../services/Driver.ts"
import { infrastructure } from "../../services/Infrastructure.ts"
import { Model } from "../../services/Model.ts"
import { RecordedUser } from "../../services/RecordedUser.ts"
import type { BuiltIn } from "../../services/SuiteLayers.ts"
import type { Environment } from "../../../base/std/Environment.ts"
import type { Json } from "../../../base/domain/Json.ts"
import type { SuiteContext, SuiteWorld } from "../SuiteContext.ts"
import * as Commands from "../live/command/commands.ts"
import { apisOf } from "../live/models/apis.ts"
import * as LiveTools from "../live/toolHub.ts"
import { changed } from "../liveTools/cassettes.ts"
import { recordedUser } from "../liveTools/recordedUser.ts"
import * as Files from "../platform/fileSystem.ts"
import { makeRedactor } from "../record/redact.ts"
import { unkeptTape } from "../unkept.ts"
import * as Recorded from "./cassettes.ts"
import * as Proxies from "./proxies.ts"
import { runTapes } from "./runTapes.ts"
import * as RecordedTools from "./toolHub.ts"

export const layer = (read: Recorded.ReadRecording, suite: SuiteContext, world: SuiteWorld): Layer.Layer<BuiltIn> => {
  const { codes, connections, environment, root, secrets, strayErrors } = world
  const redactor = makeRedactor(secrets)
  const hasLiveTools = suite.parts.tools === "live"
  const tapes = runTapes(codes)
  const recordings = Recorded.layer({
    read,
    media: (cell) => mediaReader(suite.folder, cell),
    tapes,
    unkept: unkeptTape(suite, world),
    ...(hasLiveTools && {
      liveTools: (cell, { file }) => {
        const { all, compare } = toolIssues(file, (change) => changed(cell, change))
        return {
          all,
          compare: (header, servers) => compare(header, redactor.json(servers as unknown as Json) as never)
        }
      }
    })
  })
  return Layer.provide(
    Layer.mergeAll(
      recordings,
      Layer.succeed(Model, { ask: () => Effect.fail(noModel) }),
      hasLiveTools ? LiveTools.layer(connections, environment) : RecordedTools.layer(tapes, redactor),
      Commands.layer(withoutKeys(environment), root, Proxies.layer(tapes, environment, redactor)),
      Layer.succeed(UserCodes, codes),
      Layer.succeed(
        RecordedUser,
        recordedUser((cell, run) => tapes.of(cell, run)?.recording)
      ),
      strayErrors
    ),
    Files.layer
  )
}

const noModel = infrastructure("--live-agent asks no model.", "Record the run with --record.")

/** Clients refuse to work without a key. No key of the user is needed where the answers are recorded. */
const withoutKeys = (environment: Environment): Environment => {
  const apis = apisOf(environment)
  const real = new Set(apis.flatMap(({ otherKeys }) => otherKeys))
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !real.has(name))),
    ...Object.fromEntries(apis.flatMap(({ keyName }) => (keyName === undefined ? [] : [[keyName, PLACEHOLDER]])))
  }
}

const PLACEHOLDER = "passhat-placeholder"
