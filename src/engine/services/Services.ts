/**
 * What the interpreter asks of the world, for layers of your own: `Services` of `passhat/effect`.
 *
 * A layer may replace a service, or wrap the one that passhat would use: a layer that needs `Services.Model` and provides
 * `Services.Model` receives passhat's and gives its own.
 */
export { Budget, type Spending } from "./Budget.ts"
export { CassetteError, Cassettes, type Kept, type Playback, type RunSink, type Tape } from "./Cassettes.ts"
export type { CassetteStore } from "./CassetteStore.ts"
export { Infrastructure, infrastructure } from "./Infrastructure.ts"
export { type Message, Model, type Request } from "./Model.ts"
export { type Price, Prices } from "./Prices.ts"
export { type Event, type Listener, Progress, type Wait, type Waiting } from "./Progress.ts"
export { ToolHub, type ToolSession } from "./ToolHub.ts"
export type { AskedCall, ModelAnswer, RecordedRun, ServerInfo, ToolAnswer, Usage } from "../../base/domain/recording/Cassette.ts"
export type { Issue } from "../../base/domain/Issue.ts"
export type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
export type { RunResult } from "../../base/domain/recording/Run.ts"
export type { OfferedTool } from "../../base/domain/plan/Tool.ts"
