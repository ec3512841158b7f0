import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { credentialsOf, secretsOf } from "../../../../src/engine/layers/record/secrets.ts"

const valuesOf = (environment: Record<string, string>, ...configured: ReadonlyArray<Record<string, string>>) =>
  secretsOf(environment, configured).map(({ value }) => value)

describe("a value of the environment is a secret", () => {
  const names = [
    ..."ANTHROPIC_API_KEY GITHUB_TOKEN AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID DB_PASSWORD MYSQL_PWD NPM_AUTH".split(
      " "
    ),
    ..."GOOGLE_CREDENTIALS apiKey API_KEY_2 APIKEY1 SENTRY_DSN GITLAB_PAT SESSION_COOKIE SSH_PASSPHRASE".split(" "),
    ..."BASIC_AUTH HTTP_AUTHORIZATION OAUTH_CLIENT npm_config_//packages.example.org/:_authToken".split(" ")
  ]
  test.each(names)("if it is called %s", (name) => {
    assert.deepEqual(valuesOf({ [name]: "k3y-0f-a-kind" }), ["k3y-0f-a-kind"])
  })

  test.each("PATH HOME GIT_AUTHOR_NAME PASSHAT_MODE PWD OLDPWD LANG PATTERN COMPASS".split(" "))(
    "but not if it is called %s",
    (name) => assert.deepEqual(valuesOf({ [name]: "k3y-0f-a-kind" }), [])
  )

  test("even if it is a plain word or a path, if its name ends like a secret's name", () => {
    assert.deepEqual(valuesOf({ DB_PASSWORD: "hunterhunter", AUTH_METHOD: "interactive" }), ["hunterhunter"])
    assert.deepEqual(valuesOf({ API_TOKEN: "/abc/defgh", KEY_FILE: "/etc/ssl/private.pem" }), ["/abc/defgh"])
  })
})

describe("a value is no secret", () => {
  test.each(["", "short", "true", "12345678", "2026-01-02", "1.234.567", "production", "LOCALHOST", "[REDACTED]"])(
    "if it is short or common: %p",
    (value) => assert.deepEqual(valuesOf({ API_KEY: value }, { API_KEY: value }), [])
  )

  test.each([
    "customers",
    "/var/lib/data",
    "./data/files",
    "C:\\data\\files",
    "http://localhost:8080",
    "https://api.example.com/v1/items",
    "application/json, text/event-stream"
  ])("if it is an ordinary value under an ordinary name in the configuration: %p", (value) => {
    assert.deepEqual(valuesOf({}, { SETTING: value }), [])
  })
})

describe("a configured value", () => {
  test("is secret under any name", () => {
    assert.deepEqual(valuesOf({}, { GH: "a1b2-c3d4-e5f6" }), ["a1b2-c3d4-e5f6"])
    const webhook = "https://hooks.example.com/services/T0/B0/aBcDeFgHiJkLmNoPqRsT"
    assert.deepEqual(valuesOf({}, { WEBHOOK: webhook }), [webhook])
  })

  test("is split into the secrets inside schemes, pairs, cookies and addresses", () => {
    const basic = Buffer.from("me:pa55word-x").toString("base64")
    assert.deepEqual(valuesOf({}, { Authorization: "Bearer abc-def-123" }), ["abc-def-123"])
    assert.deepEqual(valuesOf({}, { Authorization: `Basic ${basic}` }).toSorted(), [basic, "pa55word-x"].toSorted())
    const cookie = "theme=dark; session=5e55i0n-1d"
    assert.deepEqual(valuesOf({}, { Cookie: cookie }), ["5e55i0n-1d", cookie])
    const address = "postgres://me:pa55word-x@db.example.com/app"
    assert.deepEqual(valuesOf({}, { DATABASE_URL: address }), [address, "pa55word-x"])
    assert.deepEqual(secretsOf({ DATABASE_URL: address }), [{ name: "DATABASE_URL.password", value: "pa55word-x" }])
  })

  test("of a connection is a variable, a header or the URL of its server", () => {
    const name = "s"
    const shared = false
    assert.deepEqual(credentialsOf({ name, shared, command: ["c"], env: { A: "1" } }), { A: "1" })
    assert.deepEqual(credentialsOf({ name, shared, url: "http://u", headers: { A: "1" } }), { A: "1", url: "http://u" })
    assert.deepEqual(credentialsOf({ name, shared, inMemory: () => ({ connect: async () => {} }) }), {})
  })
})

test("secrets are sorted by name, each value once, for any order of input", () => {
  const entries = fc.uniqueArray(
    fc.tuple(fc.constantFrom("A_KEY", "B_KEY", "C_KEY"), fc.constantFrom("secret-1", "secret-2")),
    {
      selector: ([name]) => name
    }
  )
  fc.assert(
    fc.property(entries, (given) => {
      const found = secretsOf(Object.fromEntries(given))
      assert.deepEqual(secretsOf(Object.fromEntries(given.toReversed())), found)
      assert.deepEqual(
        found,
        found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      )
      assert.equal(new Set(found.map(({ value }) => value)).size, found.length)
    })
  )
})
