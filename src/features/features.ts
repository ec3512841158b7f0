/**
 * The features of passhat, in the order of help. To add one, write its folder and add its line here.
 */
import type { Feature } from "../app/run/Feature.ts"
import { calibrate } from "./calibrate/feature.ts"
import { check } from "./check/feature.ts"
import { comment } from "./comment/feature.ts"
import { compare } from "./compare/feature.ts"
import { cost } from "./cost/feature.ts"
import { coverage } from "./coverage/feature.ts"
import { history } from "./history/feature.ts"
import { html } from "./html/feature.ts"
import { importing } from "./import/feature.ts"
import { init } from "./init/feature.ts"
import { mcp } from "./mcp/feature.ts"
import { mock } from "./mock/feature.ts"
import { plan } from "./plan/feature.ts"
import { queue } from "./queue/feature.ts"
import { recommendRuns } from "./recommendRuns/feature.ts"
import { report } from "./report/feature.ts"
import { score } from "./score/feature.ts"
import { show } from "./show/feature.ts"
import { types } from "./types/feature.ts"
import { view } from "./view/feature.ts"
import { watch } from "./watch/feature.ts"

export const features: ReadonlyArray<Feature> = [
  init,
  plan,
  check,
  watch,
  cost,
  coverage,
  queue,
  types,
  mock,
  mcp,
  show,
  compare,
  history,
  view,
  html,
  report,
  comment,
  score,
  calibrate,
  importing,
  recommendRuns
]
