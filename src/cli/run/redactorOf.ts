/**
 * The redactor of suites: it knows their secrets, and what keys look like.
 */
import { makeRedactor, type Redactor } from "../../layers/record/redact.ts"
import type { CompiledSuite, RefusedSuite } from "../suites/compileSuites.ts"
import type { Environment } from "./mode.ts"
import { secretsOfSuites } from "./secretsOfSuites.ts"

export const redactorOf = (suites: ReadonlyArray<CompiledSuite | RefusedSuite>, environment: Environment): Redactor =>
  makeRedactor(
    secretsOfSuites(
      suites.flatMap((one) => ("plan" in one ? [one] : [])),
      environment
    )
  )
