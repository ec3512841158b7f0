/**
 * The script of the page of `--reporter html`: shows the report that the page has in its blocks.
 */
import { showReport } from "./app.ts"
import { embeddedReport } from "./data.ts"

showReport(embeddedReport())
