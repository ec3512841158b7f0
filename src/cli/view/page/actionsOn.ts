/**
 * The buttons of a report and a recording under --actions.
 */
import type { Around } from "../../../report/formats/html/page/data.ts"
import type { Banner } from "./frame.ts"

export const actionsOn = (_query: URLSearchParams, _wrong: Banner): Around => ({})
