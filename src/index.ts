/**
 * The public door of passhat: every public name, one by one.
 */
export { Schema } from "./dsl/movedSchema.ts"
export type { CallOptions, Drive, Final, Hook, McpAddress, OwnCall, Session, StepReport } from "./domain/Driver.ts"
export type { Fault, FaultKind } from "./domain/Fault.ts"
export type { Json } from "./domain/Json.ts"
export type { Diff, Expectations, Graded, Matcher } from "./domain/Matcher.ts"
export {
  type CellDefinition,
  type Definition,
  type DigestDefinition,
  digested,
  type OutcomesDefinition,
  type RunDefinition,
  type Runs,
  type Unit
} from "./domain/Metric.ts"
export type { Answers, ElicitAnswer, ElicitRequest, SampleRequest } from "./domain/ServerRequests.ts"
export type { ListedTool, Listing, Tool } from "./domain/Tool.ts"
export type { ToolCall, ToolResult, Trace } from "./domain/Trace.ts"
export type { Finding, Report } from "./domain/Verdict.ts"
export { type Agent, type AgentOptions, agent } from "./dsl/agent.ts"
export { allowDrift } from "./dsl/allowDrift.ts"
export type { Fact, HasTurn, Injects, Needs, OneRun, Sample, Uses } from "./dsl/facts.ts"
export { injects, uses } from "./dsl/facts.ts"
export { cases, type NamedRow } from "./dsl/cases.ts"
export { command, type Driver, driver } from "./dsl/driver.ts"
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
} from "./dsl/faults.ts"
export { type AdvisoryGate, all, type Gate, gate, type OutcomesGate } from "./dsl/gate.ts"
export { flow } from "./dsl/flow.ts"
export { imported, type ImportedAgent, type ImportedOptions } from "./dsl/imported.ts"
export { after, before, observe } from "./dsl/hooks.ts"
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
} from "./dsl/matchers.ts"
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
} from "./dsl/model.ts"
export type { Image, WithImages } from "./dsl/prompt.ts"
export { runs } from "./dsl/runs.ts"
export { only, skip, tags } from "./dsl/selection.ts"
export { type Server, server } from "./dsl/server.ts"
export { type Suite, suite } from "./dsl/suite.ts"
export { simulatedUser, type SimulatedUserOptions } from "./dsl/simulatedUser.ts"
export { type SaysNext, type TraceSoFar, turns } from "./dsl/turns.ts"
export type { AnyServerTool } from "./dsl/target.ts"
export { tool } from "./dsl/tool.ts"
export { type Call, call, exact, ignore, includes, type Shape, subset } from "./gates/call.ts"
export { always } from "./gates/always.ts"
export { during } from "./gates/during.ts"
export { expect } from "./gates/expect.ts"
export { ending } from "./gates/ending.ts"
export { orchestration, type OrchestrationOptions } from "./gates/orchestration.ts"
export { faultMatrix } from "./gates/faultMatrix.ts"
export { goldenPath, type GoldenPathOptions } from "./gates/goldenPath.ts"
export { judged, type JudgedOptions } from "./gates/judged.ts"
export { latency, type LatencyOptions } from "./gates/latency.ts"
export { narrative, type NarrativeOptions } from "./gates/narrative.ts"
export { never } from "./gates/never.ts"
export { noRegression, type RegressionOptions } from "./gates/noRegression.ts"
export { passRate, type RateFloor } from "./gates/passRate.ts"
export { recovery, type RecoveryOptions } from "./gates/recovery.ts"
export { reliability } from "./gates/reliability.ts"
export { said, type SaidOptions } from "./gates/said.ts"
export { agentConsistency, agentReliability, type SessionOptions } from "./gates/session.ts"
export { stability } from "./gates/stability.ts"
export type { Target } from "./gates/Target.ts"
export { type Floor, toolSelection } from "./gates/toolSelection.ts"
export { trajectory, type TrajectoryOptions } from "./gates/trajectory.ts"
export { type Axes, trajectoryAxes } from "./gates/trajectoryAxes.ts"
export { external } from "./run/virtualClock.ts"
export { image } from "./cli/images/image.ts"
export { rowsFrom, type RowSchema } from "./cli/cases/rowsFrom.ts"
export { main } from "./cli/main.ts"
export { assertSuite, type TestFunction, testSuite } from "./cli/program/assertSuite.ts"
export { run } from "./cli/program/run.ts"
export type { MainOptions, RunOptions } from "./cli/program/RunOptions.ts"
