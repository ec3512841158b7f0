/**
 * The header of a cell's recording, as this machine would write it: without servers, and without a time.
 */
import type { Header } from "../../domain/Cassette.ts"
import type { Cell } from "../../domain/Plan.ts"
import { headerOf } from "../../layers/record/header.ts"
import { version } from "../version.ts"

export const headerHere = (suite: string, cell: Cell, at = ""): Omit<Header, "servers"> =>
  headerOf(cell, { suite, at, version })
