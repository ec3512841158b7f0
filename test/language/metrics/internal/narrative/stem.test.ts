import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { parts, singular, stem } from "../../../../../src/language/metrics/internal/narrative/stem.ts"

describe("stem", () => {
  test.each([
    "create creates created creating",
    "send sends sent sending",
    "write writes wrote written writing",
    "drop drops dropped dropping",
    "cancel cancels canceled cancelled canceling cancelling",
    "publish publishes published publishing",
    "issue issues Issue",
    "reply replies replied",
    "branch branches",
    "status statuses",
    "address addresses",
    "cache caches cached caching",
    "tag tags tagged tagging"
  ])("is alike for %s", (words) => {
    assert.equal(new Set(words.split(" ").map(stem)).size, 1)
  })

  test.each([
    ["set", "setting"],
    ["post", "poster"],
    ["new", "now"],
    ["string", "str"],
    ["bus", "bu"],
    ["us", "used"],
    ["card", "cart"]
  ])("%s is not %s", (one, another) => {
    assert.notEqual(stem(one), stem(another))
  })
})

test.each([
  ["issues", "issue"],
  ["replies", "reply"],
  ["branches", "branch"],
  ["boxes", "box"],
  ["releases", "release"],
  ["ties", "tie"],
  ["statuses", "status"],
  ["status", "status"],
  ["address", "address"],
  ["analysis", "analysis"]
])("the singular of %s is %s", (plural, singularForm) => {
  assert.equal(singular(plural), singularForm)
})

test.each([
  ["create_issue", ["create", "issue"]],
  ["createIssue", ["create", "Issue"]],
  ["issues.create-v2", ["issues", "create", "v", "2"]],
  ["HTTPServer/getURL", ["HTTP", "Server", "get", "URL"]],
  ["größeÄndern", ["größe", "Ändern"]],
  ["__", []]
])("%s is made of its parts", (name, expected) => {
  assert.deepEqual(parts(name), expected)
})
