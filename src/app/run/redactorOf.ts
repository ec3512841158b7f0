/**
 * The redactor of suites: it knows their secrets, and what keys look like.
 */
import { makeRedactor, type Redactor } from "../../engine/layers/record/redact.ts"
import { compiledIn, type Suites } from "../suites/compileSuites.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { secretsOfSuites } from "./secretsOfSuites.ts"

export const redactorOf = (suites: Suites, environment: Environment): Redactor =>
  makeRedactor(secretsOfSuites(compiledIn(suites), environment))
