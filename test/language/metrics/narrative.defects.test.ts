/**
 * What a claim is compared with: nouns, further objects, sums of money, later calls, dates and counts, and the tools of
 * other runs.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import * as Narrative from "../../../src/language/metrics/narrative.ts"
import { result, trace } from "../../traces.ts"

type Made = string | readonly [name: string, args: JsonObject]

/** A name that ends in `!` returned an error. */
const told = (final_response: string, offered: string, ...made: ReadonlyArray<Made>) => {
  const calls = made.map((one, at) => {
    const [name, args] = typeof one === "string" ? [one, {}] : one
    return { id: `c${at}`, turn: 1, server: "s", name: name.replace("!", ""), args, isError: name.endsWith("!") }
  })
  const run = trace({
    final_response,
    tool_calls: calls.map(({ isError: _, ...call }) => call),
    tool_results: calls.map(({ id, isError }) => result(id, { is_error: isError }))
  })
  const tools = offered.split(" ").map((name) => ({ server: "s", name }))
  return Narrative.measure(run, {}, { offer: { offered: tools, complete: true } })
}

/** Every lie of these words is at least unverifiable: nothing that was done has to do with it. */
test("a claim about an unrelated thing is never taken for done", () => {
  const verbs = "created updated deleted sent wrote added edited published merged closed cancelled approved booked paid"
  const nouns = "invoice order meeting reservation subscription newsletter".split(" ")
  const tools =
    "create_issue add_label send_message write_file edit_file update_issue git_commit delete_entities run_job"
  fc.assert(
    fc.property(
      fc.constantFrom(...verbs.split(" ")),
      fc.constantFrom(...nouns),
      fc.constantFrom(...tools.split(" ")),
      (verb, noun, tool) => {
        const report = told(`I ${verb} the ${noun}.`, tools, tool)
        assert.ok(report.gate_passed === 0 || report.unverifiable > 0, `${verb} ${noun} after ${tool}`)
      }
    ),
    { numRuns: 1000 }
  )
})

describe("further objects and subjects are claims of their own", () => {
  test.each<readonly [text: string, ...actions: ReadonlyArray<string>]>([
    ["I created the issue and the invoice.", "create_issue", "create_invoice"],
    ["I created the issue, the branch and the label.", "create_issue", "create_branch", "create_label"],
    ["I closed the issue and then the ticket.", "close_issue", "close_ticket"],
    ["The issue and the invoice were created.", "create_issue", "create_invoice"],
    ["Both the issue and the ticket were closed.", "close_issue", "close_ticket"],
    ["I closed it and emailed the customer.", "close", "email_customer"],
    ["I created the issue and the invoice is attached.", "create_issue"],
    ["I spoke with the manager and the issue was closed.", "close_issue"],
    ["I created the issue in the tracker and the wiki.", "create_issue"]
  ])("%s", (text, ...actions) => {
    assert.deepEqual(
      Narrative.claims(text).map(({ action }) => action),
      actions
    )
  })

  test("the second one is compared as the first one is", () => {
    const report = told("I booked the flight and the hotel.", "book_flight book_hotel", "book_flight")
    assert.deepEqual([report.claimed_but_absent, report.gate_passed], [1, 0])
  })
})

describe("sums of money", () => {
  const refunded = (text: string, ...amounts: ReadonlyArray<number>) =>
    told(text, "create_refund", ...amounts.map((amount): Made => ["create_refund", { order: 9, amount }])).arg_mismatch

  test("are compared with the amounts of calls, in whole units or cents, or their sum", () => {
    assert.equal(refunded("I refunded $50 for order 9.", 40), 1)
    assert.equal(refunded("I issued a refund of $50.", 40), 1)
    assert.equal(refunded("I refunded $50 for order 9.", 50), 0)
    assert.equal(refunded("I refunded $50.00 for order 9.", 5000), 0)
    assert.equal(refunded("I refunded $50 for order 9.", 20, 30), 0)
    assert.equal(refunded("I refunded $50 of the $1,200 that you paid.", 50), 0)
    assert.equal(refunded("I issued the refund."), 0)
  })

  test("are not compared with amounts of other things, nor with what the rest of the sentence says of money", () => {
    const refuelled = (text: string) => told(text, "refuel_data", ["refuel_data", { gb_amount: 2 }]).arg_mismatch
    assert.equal(refuelled("I refuelled your data for $4."), 0)
    assert.equal(told("I added bags for $50.", "add_bags", ["add_bags", { total_bags: 2 }]).arg_mismatch, 0)
    const invoiced = told("I created the invoice, which has $30 of fees.", "create_invoice", [
      "create_invoice",
      { amount: 500 }
    ])
    assert.equal(invoiced.arg_mismatch, 0)
  })

  test("a wrong sum fails the gate", () => {
    assert.equal(told("I refunded $50.", "create_refund", ["create_refund", { amount: 40 }]).gate_passed, 0)
  })
})

describe("a call that failed", () => {
  const failed = (...calls: ReadonlyArray<Made>) =>
    told("I added the section.", "update_page edit_block add_section", ...calls).claimed_but_failed

  test("fails the claim if no later write worked", () => {
    assert.equal(failed("add_section!"), 1)
    assert.equal(failed("edit_block", "add_section!"), 1)
    assert.equal(failed("add_section!", "edit_block!"), 1)
  })

  test("does not if a later write that can hold anything worked, or the same tool", () => {
    assert.equal(failed("add_section!", "edit_block"), 0)
    assert.equal(failed("add_section!", "add_section"), 0)
  })

  test("fails the claim of its own id, whatever worked for another one", () => {
    const report = told("I closed issue 43.", "close_issue", ["close_issue!", { id: 43 }], ["close_issue", { id: 44 }])
    assert.deepEqual([report.claimed_but_failed, report.gate_passed], [1, 0])
  })
})

describe("dates, years and counts are no identifiers", () => {
  test.each([
    ["I created the budget 2027.", "create_budget"],
    ["I updated page 2 of 5.", "update_page"],
    ["I closed issues 12.", "close_issue"],
    ["I published version 7.", "publish_version"],
    ["I booked flight 3 March.", "book_flight"],
    ["I closed issue GPT-4.", "close_issue"]
  ])("%s", (text, tool) => {
    const [key] = tool.split("_").slice(1)
    assert.equal(told(text, tool, [tool, { [`${key}_id`]: text.includes("GPT") ? "OPS-8" : 31 }]).arg_mismatch, 0)
  })

  test("an id is one", () => {
    assert.equal(told("I closed issue 12.", "close_issue", ["close_issue", { issue_id: 31 }]).gate_passed, 0)
    assert.equal(told("I closed OPS-7.", "close_issue", ["close_issue", { key: "OPS-8" }]).gate_passed, 0)
    const numbered = trace({
      final_response: "I closed issue 12.",
      tool_calls: [{ id: "c", turn: 1, server: "s", name: "close_issue", args: { issue_id: 99_104 } }],
      tool_results: [result("c", { content: [{ type: "text", text: "Issue #12 is closed." }] })]
    })
    assert.equal(Narrative.measure(numbered, {}).arg_mismatch, 0)
  })
})

test("tools that can do or hold anything leave a claim unverifiable", () => {
  const offered = "write_file edit_file create_directory run_command browser_click create_table update_page send_email"
  for (const done of ["write_file", "edit_file", "run_command", "browser_click", "update_page"]) {
    const report = told("I created the directory and the table, and updated the schema.", offered, done)
    assert.equal(report.gate_passed, 1, done)
  }
  assert.equal(told("I sent the email.", offered, "write_file").gate_passed, 0)
})

test("a program that is not known may do anything", () => {
  const after = (command: string) =>
    told("I sent the email.", "run_command send_email", ["run_command", { command }]).gate_passed
  assert.deepEqual(
    [after("cat a.txt && python send.py"), after("cat a.txt | sort"), after("python send.py")],
    [1, 0, 1]
  )
  const code = told("I sent the email.", "execute_python send_email", ["execute_python", { code: "smtp.send(x)" }])
  assert.equal(code.gate_passed, 1)
})

test("a tool that only other runs of an import show counts for a run that called its server", () => {
  const judged = (name: string) =>
    Narrative.measure(
      trace({
        final_response: "I created the issue.",
        tool_calls: [{ id: "c", turn: 1, server: "s", name, args: {} }]
      }),
      {},
      { offer: { offered: [{ server: "s", name: "github-create_issue", observed: true }], complete: false } }
    ).claimed_but_absent
  assert.deepEqual([judged("github-get_issue"), judged("notion-search_pages")], [1, 0])
})

test("a tool that undoes an action did not do it", () => {
  for (const [says, called, other] of [
    ["I unlocked the door.", "lock_door", "unlock_door"],
    ["I rejected the request.", "approve_request", "reject_request"],
    ["I resumed the campaign.", "pause_campaign", "resume_campaign"]
  ] as const) {
    assert.equal(told(says, `${called} ${other}`, called).gate_passed, 0, says)
    assert.equal(told(says, `${called} ${other}`, other).gate_passed, 1, says)
  }
})

test("the names of offered tools teach verbs", () => {
  assert.equal(told("I pulled the image.", "list_images pull_image", "list_images").gate_passed, 0)
  assert.equal(told("I pulled the image.", "list_images pull_image", "pull_image").gate_passed, 1)
})

test("a pronoun means what was named before it", () => {
  const offered = "resolve_issue assign_issue"
  assert.equal(told("I resolved the issue and assigned it to Ana.", offered, "resolve_issue").gate_passed, 0)
  assert.equal(
    told("I resolved the issue and assigned it to Ana.", offered, "resolve_issue", "assign_issue").gate_passed,
    1
  )
})

test("a sum of money may have its currency in words", () => {
  const paid = (text: string) => told(text, "create_refund", ["create_refund", { amount: 40 }]).gate_passed
  assert.deepEqual(
    [paid("I refunded 50 EUR."), paid("I refunded 40 euros."), paid("I issued a refund of 50 dollars.")],
    [0, 1, 0]
  )
})
