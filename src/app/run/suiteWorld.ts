/**
 * What a suite brings along for layers that reach the world: its servers, its code and its secrets.
 */
import * as Layer from "effect/Layer"
import type { SuiteWorld } from "../../engine/layers/SuiteContext.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import { connectionsOf, modelCodesOf, userCodesOf } from "../suites/suiteCode.ts"
import { version } from "../kit/version.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { secretsOfSuites } from "./secretsOfSuites.ts"
import * as StrayErrors from "./strayErrors.ts"

export const suiteWorld = (compiled: CompiledSuite, environment: Environment, ownsProcess: boolean): SuiteWorld => {
  const { project, suite, whole } = compiled
  return {
    root: project.root,
    environment,
    connections: connectionsOf(suite, whole, project.root),
    codes: userCodesOf(suite, whole),
    modelCodes: modelCodesOf(suite, whole),
    secrets: secretsOfSuites([compiled], environment),
    version,
    strayErrors: ownsProcess ? StrayErrors.layer : Layer.empty
  }
}
