/**
 * What a suite carries beside its plan, by cell: how to reach its servers, and its own code.
 */
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { jurorId } from "../../base/domain/plan/juries.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import type { Answers } from "../../base/domain/trace/ServerRequests.ts"
import { userIdOf } from "../../base/domain/plan/userCell.ts"
import type { AgentNode } from "../../language/dsl/agent.ts"
import { type ModelChoice, shownModel } from "../../language/dsl/model.ts"
import { imagesOf } from "../../language/dsl/prompt.ts"
import type { AnyServer } from "../../language/dsl/server.ts"
import type { Suite } from "../../language/dsl/suite.ts"
import { gateData } from "../../language/plan/gateData.ts"
import type { Headers } from "../../edges/providers/options.ts"
import type { ModelCode } from "../../edges/providers/ProviderRecord.ts"
import type { Connection, Connections } from "../../engine/services/Connection.ts"
import { type Drive, type Hook, noCode, type UserCode } from "../../engine/services/Driver.ts"
import { isObject } from "../../base/std/Json.ts"
import { startable } from "./resolveCommand.ts"

/** Servers are started in the suite's project, wherever passhat was. */
export const connectionsOf = (suite: Suite, plan: Plan, root: string): Connections =>
  new Map(byCell(suite, plan).map(([cell, agent]) => [cell, agent.servers.map(connection(root))]))

export const userCodesOf = (suite: Suite, plan: Plan): ((cell: string) => UserCode) => {
  const codes = new Map(byCell(suite, plan).map(([cell, agent]) => [cell, codeOf(agent)]))
  return (cell) => codes.get(cell) ?? noCode
}

/** Headers, language models and functions that plans do not have: by cell, and by juror. */
export const modelCodesOf = (suite: Suite, plan: Plan): ReadonlyMap<string, ModelCode> =>
  new Map(
    byCell(suite, plan).flatMap(([cell, { gates, user }, choice]) => [
      [cell, modelCode(choice)] as const,
      ...(user === undefined ? [] : [[userIdOf(cell), modelCode(user.model)] as const]),
      ...gateData(gates).flatMap(({ id }, at) =>
        (gates[at]?.jury ?? []).map((juror, seat) => [jurorId(cell, id, seat + 1), modelCode(juror)] as const)
      )
    ])
  )

const modelCode = ({ answers, options }: ModelChoice): ModelCode => ({
  answers,
  ...(isObject(options?.headers) && { headers: options.headers as Headers })
})

const byCell = (suite: Suite, plan: Plan): ReadonlyArray<readonly [string, AgentNode, ModelChoice]> =>
  plan.cells.flatMap(({ agent, id, model }) =>
    suite.agents
      .filter(({ name }) => name === agent)
      .flatMap((found) => {
        const choice = found.models.find((one) => shownModel(one) === model)
        return choice === undefined ? [] : [[id, found, choice] as const]
      })
      .slice(0, 1)
  )

const connection =
  (cwd: string) =>
  ({ answers, name, reached, shared }: AnyServer): Connection => {
    const any = { name, shared, ...(answers !== undefined && { answers: answersIn(cwd, answers) }) }
    if ("command" in reached) return { ...any, command: startable(reached.command), env: reached.env ?? {}, cwd }
    if ("url" in reached) return { ...any, url: reached.url, headers: reached.headers ?? {} }
    return { ...any, inMemory: reached.inMemory }
  }

/** One value for one declaration: cells share a server if it is the same. */
const located = new WeakMap<Answers, Answers>()

/** Roots are paths from the project, or URIs. */
const answersIn = (project: string, answers: Answers): Answers => {
  if (answers.roots === undefined) return answers
  const known = located.get(answers) ?? {
    ...answers,
    roots: answers.roots.map((root) =>
      /^[a-z][a-z0-9+.-]+:/i.test(root) ? root : pathToFileURL(resolve(project, root)).href
    )
  }
  located.set(answers, known)
  return known
}

/** The layers of the suite provide what its code needs. */
const codeOf = ({ after, before, driver, images = [], turns = [] }: AgentNode): UserCode => ({
  ...(driver?.drive !== undefined && { drive: driver.drive as Drive }),
  ...(driver?.clock !== undefined && { clock: driver.clock }),
  ...(driver?.command !== undefined && { command: driver.command }),
  ...(driver?.volatile !== undefined && { volatile: driver.volatile }),
  turns: turns.map((turn) => (typeof turn === "function" ? turn : undefined)),
  images: new Map([...images, ...turns.flatMap(imagesOf)].map(({ base64, sha256 }) => [sha256, base64])),
  before: before as ReadonlyArray<Hook>,
  after: after as ReadonlyArray<Hook>
})
