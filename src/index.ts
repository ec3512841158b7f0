/**
 * The public door of passhat: every public name, one by one.
 */
export { Schema } from "./language/dsl/movedSchema.ts"
export type {
  CallOptions,
  Drive,
  Final,
  Hook,
  McpAddress,
  OwnCall,
  Session,
  StepReport
} from "./base/domain/recording/Driver.ts"
export type { Fault, FaultKind } from "./base/domain/plan/Fault.ts"
export type { Json } from "./base/domain/Json.ts"
export type { Diff, Expectations, Graded, Matcher } from "./base/domain/matching/Matcher.ts"
export {
  type CellDefinition,
  type Definition,
  type DigestDefinition,
  digested,
  type OutcomesDefinition,
  type RunDefinition,
  type Runs,
  type Unit
} from "./base/domain/verdict/Metric.ts"
export type { Answers, ElicitAnswer, ElicitRequest, SampleRequest } from "./base/domain/trace/ServerRequests.ts"
export type { ListedTool, Listing, Tool } from "./base/domain/plan/Tool.ts"
export type { ToolCall, ToolResult, Trace } from "./base/domain/trace/Trace.ts"
export type { Finding, Report } from "./base/domain/verdict/Verdict.ts"
export { type Agent, type AgentOptions, agent } from "./language/dsl/agent.ts"
export { allowDrift } from "./language/dsl/movedSchema.ts"
export type { Fact, HasTurn, Injects, Needs, OneRun, Sample, Uses } from "./language/dsl/facts.ts"
export { injects, uses } from "./language/dsl/facts.ts"
export { cases, type NamedRow } from "./language/dsl/cases.ts"
export { command, type Driver, driver } from "./language/dsl/driver.ts"
export {
  anyServer,
  denied,
  disconnect,
  error,
  fault,
  faults,
  hang,
  malformed,
  misleading,
  rateLimited,
  recoverAfter,
  replyAfterCancel,
  schemaDrift,
  slow,
  truncated,
  wedged
} from "./language/dsl/faults.ts"
export { type AdvisoryGate, all, type Gate, gate, type OutcomesGate } from "./language/dsl/gate.ts"
export { flow } from "./language/dsl/flow.ts"
export { imported, type ImportedAgent, type ImportedOptions } from "./language/dsl/imported.ts"
export { after, before, observe } from "./language/dsl/hooks.ts"
export {
  allOf,
  anyOf,
  atLeast,
  atMost,
  between,
  contains,
  containsAll,
  equals,
  icontains,
  judge,
  length,
  not,
  regex,
  schema
} from "./language/dsl/matchers.ts"
export {
  type AiSdkOptions,
  type AnthropicOptions,
  type CustomAnswer,
  type CustomAsk,
  type CustomCall,
  type CustomMessage,
  type CustomOptions,
  type CustomRequest,
  type CustomResult,
  type LanguageModel,
  Model,
  type ModelChoice,
  type OpenaiCompatible,
  type OpenaiOptions
} from "./language/dsl/model.ts"
export type { Image, WithImages } from "./language/dsl/prompt.ts"
export { runs } from "./language/dsl/runs.ts"
export { only, skip, tags } from "./language/dsl/selection.ts"
export { type Server, server } from "./language/dsl/server.ts"
export { type Suite, suite } from "./language/dsl/suite.ts"
export { simulatedUser, type SimulatedUserOptions } from "./language/dsl/simulatedUser.ts"
export { type SaysNext, type TraceSoFar, turns } from "./language/dsl/turns.ts"
export type { AnyServerTool } from "./language/dsl/target.ts"
export { tool } from "./language/dsl/tool.ts"
export { type Call, call, exact, ignore, includes, type Shape, subset } from "./language/gates/call.ts"
export { always } from "./language/gates/always.ts"
export { during } from "./language/gates/during.ts"
export { expect } from "./language/gates/expect.ts"
export { ending } from "./language/gates/ending.ts"
export { orchestration, type OrchestrationOptions } from "./language/gates/orchestration.ts"
export { faultMatrix } from "./language/gates/faultMatrix.ts"
export { goldenPath, type GoldenPathOptions } from "./language/gates/goldenPath.ts"
export { judged, type JudgedOptions } from "./language/gates/judged.ts"
export { latency, type LatencyOptions } from "./language/gates/latency.ts"
export { narrative, type NarrativeOptions } from "./language/gates/narrative.ts"
export { never } from "./language/gates/never.ts"
export { noRegression, type RegressionOptions } from "./language/gates/noRegression.ts"
export { passRate, type RateFloor } from "./language/gates/passRate.ts"
export { recovery, type RecoveryOptions } from "./language/gates/recovery.ts"
export { reliability } from "./language/gates/reliability.ts"
export { said, type SaidOptions } from "./language/gates/said.ts"
export { agentConsistency, agentReliability, type SessionOptions } from "./language/gates/session.ts"
export { stability } from "./language/gates/stability.ts"
export type { Target } from "./language/gates/Target.ts"
export { type Floor, toolSelection } from "./language/gates/toolSelection.ts"
export { trajectory, type TrajectoryOptions } from "./language/gates/trajectory.ts"
export { type Axes, trajectoryAxes } from "./language/gates/trajectoryAxes.ts"
export { external } from "./engine/run/virtualClock.ts"
export { image } from "./features/images/image.ts"
export { rowsFrom, type RowSchema } from "./features/rows/rowsFrom.ts"
export { main } from "./doors/main.ts"
export { assertSuite, type TestFunction, testSuite } from "./doors/assertSuite.ts"
export { run } from "./doors/run.ts"
export type { MainOptions, RunOptions } from "./doors/RunOptions.ts"
