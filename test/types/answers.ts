/**
 * What may answer a server, and what must not compile: `npm test` type-checks this file.
 */
import { server } from "passhat"

const way = { command: ["node", "x.js"], tools: {} } as const

server("fine", {
  ...way,
  elicit: async ({ message }) => ({ action: "accept", content: { message, guests: 4, open: true } }),
  sample: ({ messages }) => messages.map(({ role }) => role).join(),
  roots: ["data", "file:///tmp"]
})
// @ts-expect-error: there is no such action
server("yes", { ...way, elicit: () => ({ action: "yes" }) })
// @ts-expect-error: it has to answer
server("silent", { ...way, elicit: () => {} })
// @ts-expect-error: a number is no answer of a model
server("number", { ...way, sample: () => 42 })
// @ts-expect-error: roots are texts
server("roots", { ...way, roots: [{ uri: "file:///tmp" }] })
