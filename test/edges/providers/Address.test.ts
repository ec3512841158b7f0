import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { serverAddress, wellKnownAddress } from "../../../src/edges/providers/Address.ts"

describe("the address of a provider's own servers", () => {
  const address = wellKnownAddress("Example", "EXAMPLE", "https://api.example.com")

  test("lacks a key if neither the key nor another address is set", () => {
    assert.equal(address({}, {}).lacksKey, true)
    assert.equal(address({}, { EXAMPLE_API_KEY: " " }).lacksKey, true)
    assert.equal(address({}, { EXAMPLE_API_KEY: "sk-1" }).lacksKey, false)
    assert.equal(address({}, { EXAMPLE_BASE_URL: "http://127.0.0.1" }).lacksKey, false)
  })

  test("is the default address if the variable is not set", () => {
    assert.equal(address({}, { EXAMPLE_BASE_URL: "" }).url, "https://api.example.com")
    assert.equal(address({}, { EXAMPLE_BASE_URL: "http://127.0.0.1" }).url, "http://127.0.0.1")
  })
})

describe("the address of a server that the suite names", () => {
  const addressOf = (base_url: string, key: string | undefined, environment: Readonly<Record<string, string>>) =>
    serverAddress({ kind: "any", base_url, ...(key !== undefined && { api_key_env: key }) }, environment)

  test("lacks a key only if the suite names a variable that is not set", () => {
    assert.equal(addressOf("http://a/v1", undefined, {}).lacksKey, false)
    assert.equal(addressOf("http://a/v1", "KEY", {}).lacksKey, true)
    assert.equal(addressOf("http://a/v1", "KEY", { KEY: "k" }).lacksKey, false)
  })

  test("has a name without user, password and query, also if its text is no URL", () => {
    assert.equal(addressOf("http://u:p@a:1/v1?k=s", undefined, {}).name, "the server at a:1")
    assert.equal(addressOf("nonsense", undefined, {}).name, "the server")
  })
})
