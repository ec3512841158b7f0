/**
 * The header of a cell's recording, as this machine would write it: without servers, and without a time.
 */
import type { Header } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { headerOf } from "../../engine/layers/record/header.ts"
import { version } from "../../app/kit/version.ts"

export const headerHere = (suite: string, cell: Cell, at = ""): Omit<Header, "servers"> =>
  headerOf(cell, { suite, at, version })
