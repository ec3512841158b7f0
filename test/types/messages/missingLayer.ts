import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { agent, driver, main, suite } from "passhat"

class Prices extends Context.Service<Prices, { readonly of: (item: string) => number }>()("acme/Prices") {}

const priced = driver("priced", "1", () => Effect.map(Prices, (prices) => `It is ${prices.of("tea")}.`))
const shop = suite("shop", agent("asks", { driver: priced, servers: [], prompt: "?" }))

await main(import.meta, shop)
