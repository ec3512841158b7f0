import { agent, cases, rowsFrom } from "passhat"
import { Schema } from "passhat/schema"

const asks = (name: string) => agent(name, { model: "claude-m", servers: [], prompt: "p" })
const rows = rowsFrom(import.meta, "cases/asks.csv", Schema.Struct({ name: Schema.String, city: Schema.String }))

export const none = cases([], () => asks("a"))
export const strangeField = cases(rows, (row) => asks(row.town))
export const nameless = rowsFrom(import.meta, "cases/asks.csv", Schema.Struct({ city: Schema.String }))
