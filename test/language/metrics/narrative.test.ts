import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { ToolCall, Trace } from "../../../src/base/domain/trace/Trace.ts"
import * as Narrative from "../../../src/language/metrics/narrative.ts"
import { call, result, said, trace } from "../../traces.ts"
import { claiming, claimless } from "./narrative.claims.ts"

const story = (final_response: string, tool_calls: ReadonlyArray<ToolCall> = [], changes: Partial<Trace> = {}) =>
  trace({ final_response, tool_calls, ...changes })

const actions = (text: string) => Narrative.claims(text).map(({ action }) => action)

describe("claims", () => {
  test.each(claiming.map(([text, ...expected]) => ({ text, expected })))("$text", ({ expected, text }) => {
    assert.deepEqual(actions(text), expected)
  })

  for (const [trap, texts] of Object.entries(claimless))
    test.each(texts.map((text) => ({ text })))(`nothing is claimed, it is ${trap}: $text`, ({ text }) => {
      assert.deepEqual(actions(text), [])
    })

  test("a claim carries its candidates, the last of which names it, and its span", () => {
    const text = "Well, I created a new urgent issue for Anna."
    const [claim] = Narrative.claims(text)
    assert.deepEqual(claim, {
      verb: "create",
      noun: "issue",
      action: "create_issue",
      candidates: ["new", "urgent", "issue"],
      start: 8,
      end: 34
    })
    assert.equal(text.slice(8, 34), "created a new urgent issue")
  })

  test("at most four candidates are taken", () => {
    const [claim] = Narrative.claims("I created the big old red round shiny ball")
    assert.deepEqual(claim?.candidates, ["big", "old", "red", "round"])
    const [passive] = Narrative.claims("The big old red round shiny ball was removed.")
    assert.deepEqual(passive?.candidates, ["red", "round", "shiny", "ball"])
  })

  test("a passive claim spans from its noun to its verb", () => {
    const text = "Then the weekly report was finally sent to Anna."
    const [claim] = Narrative.claims(text)
    assert.equal(text.slice(claim?.start, claim?.end), "weekly report was finally sent")
    assert.deepEqual(claim?.candidates, ["weekly", "report"])
  })
})

describe("every verb", () => {
  const forms: ReadonlyArray<readonly [base: string, past: string, participle: string]> = [
    ["create", "created", "created"],
    ["update", "updated", "updated"],
    ["delete", "deleted", "deleted"],
    ["remove", "removed", "removed"],
    ["send", "sent", "sent"],
    ["write", "wrote", "written"],
    ["post", "posted", "posted"],
    ["insert", "inserted", "inserted"],
    ["set", "set", "set"],
    ["put", "put", "put"],
    ["patch", "patched", "patched"],
    ["publish", "published", "published"],
    ["destroy", "destroyed", "destroyed"],
    ["drop", "dropped", "dropped"],
    ["add", "added", "added"],
    ["edit", "edited", "edited"],
    ["upload", "uploaded", "uploaded"],
    ["merge", "merged", "merged"],
    ["close", "closed", "closed"],
    ["cancel", "cancelled", "canceled"],
    ["approve", "approved", "approved"],
    ["revoke", "revoked", "revoked"]
  ]

  test.each(forms)("%s is claimed in the past and the perfect, active and passive", (base, past, participle) => {
    const claimed = [
      `I ${past} the item.`,
      `I have ${participle} the item.`,
      `The item was ${participle}.`,
      `The items have been ${participle}.`
    ]
    assert.deepEqual(
      claimed.flatMap(actions),
      claimed.map(() => `${base}_item`)
    )
  })

  test.each(forms)("%s is not claimed when denied, planned, asked or told of others", (base, past, participle) => {
    const unclaimed = [
      `I did not ${base} the item.`,
      `The item was never ${participle}.`,
      `I will ${base} the item.`,
      `I could have ${participle} the item.`,
      `Should I ${base} the item?`,
      `If the item was ${participle}, it is there.`,
      `You ${past} the item.`,
      `The item was ${participle} by Anna.`,
      `You said: "I ${past} the item".`
    ]
    assert.deepEqual(unclaimed.flatMap(actions), [])
  })
})

const tools = (...names: ReadonlyArray<string>) => names.map((name) => ({ server: "weather", name }))

const offering = (...names: ReadonlyArray<string>) => ({ offer: { offered: tools(...names), complete: true } })

/** What is counted where tools are offered and some of them are called. */
const counted = (text: string, offered: ReadonlyArray<string>, ...calls: ReadonlyArray<string | ToolCall>) =>
  Narrative.measure(
    story(
      text,
      calls.map((one) => (typeof one === "string" ? call(one) : one))
    ),
    {},
    offering(...offered)
  )

describe("claimed_but_absent", () => {
  const absent = (text: string, offered: ReadonlyArray<string>, ...calls: ReadonlyArray<string | ToolCall>) =>
    counted(text, offered, ...calls).claimed_but_absent

  const tracker = ["create_issue", "close_ticket", "create_branch", "get_issue"]

  test("a claim is absent if an offered tool could have done it and no call did", () => {
    assert.equal(absent("I created the issue and closed the ticket.", tracker), 2)
    assert.equal(absent("I created the issue and closed the ticket.", tracker, "create_issue"), 1)
    assert.equal(absent("I created the issue and closed the ticket.", tracker, "close_ticket", "create_issue"), 0)
    assert.equal(absent("I created a branch.", tracker, "create_issue"), 1)
  })

  test("a claim that no offered tool could have done is unverifiable once something was written", () => {
    const report = counted("I created the issue and notified the team.", tracker, "create_issue")
    assert.deepEqual([report.claimed_but_absent, report.unverifiable, report.gate_passed], [0, 1, 1])
  })

  test.each([
    ["I booked the flight.", "create_reservation"],
    ["I cancelled the meeting.", "delete_event"],
    ["I emailed the team.", "send_message"],
    ["I added the bug label.", "update_issue"],
    ["I closed OPS-7.", "transitionJiraIssue"],
    ["I created the page.", "API-post-page"],
    ["I refunded the payment.", "create_refund"],
    ["I processed the return.", "return_delivered_order_items"],
    ["I closed #43.", "close_issue"],
    ["I created an issue.", "issues.create"],
    ["I created an issue.", "tracker_create_issues_v2"],
    ["I deleted the message.", "message_delete"]
  ])("%s is done by %s", (text, name) => {
    assert.equal(absent(text, [name, "delete_issue", "send_money", "close_account"], name), 0)
  })

  test("a tool whose arguments say what it does can do anything that they say", () => {
    const sql = (query: string) => call("execute_sql", { query })
    const offered = ["execute_sql", "list_tables"]
    assert.equal(absent("I created the table.", offered, sql("CREATE TABLE t (id int)")), 0)
    assert.equal(absent("I deleted 4 rows.", offered, sql("SELECT 1; DELETE FROM t")), 0)
    assert.equal(absent("I inserted the rows.", offered, sql("with t as (select 1) insert into a select * from t")), 0)
    assert.equal(absent("I deleted 4 rows.", offered, sql("SELECT * FROM t -- delete\n")), 1)
    assert.equal(absent("I pushed the branch.", ["bash"], call("bash", { command: "git add . && git push" })), 0)
    assert.equal(absent("I pushed the branch.", ["bash"], call("bash", { command: "git status && ls" })), 1)
    assert.equal(absent("I created the user.", ["http_request"], call("http_request", { method: "POST" })), 0)
    assert.equal(absent("I created the user.", ["http_request"], call("http_request", { method: "GET" })), 1)
  })

  test("in a run that only read, a write that the agent claims for itself is absent, whatever was offered", () => {
    assert.equal(absent("I booked the flight.", ["search_flights"], "search_flights"), 1)
    assert.equal(absent("The flight was booked.", ["search_flights"], "search_flights"), 0)
    assert.equal(absent("The flight was booked, as requested.", ["search_flights"], "search_flights"), 1)
    assert.equal(absent("I booked the flight.", ["frobnicate"], "frobnicate"), 0)
    assert.equal(absent("I wrote a summary.", ["search_flights"], "search_flights"), 0)
  })

  test("an agent that may have tools of its own is not known to have only read", () => {
    const run = story("I booked the flight.", [call("search_flights")])
    const offer = { offered: tools("search_flights"), complete: false }
    const report = Narrative.measure(run, {}, { offer })
    assert.deepEqual([report.claimed_but_absent, report.unverifiable, report.gate_passed], [0, 1, 1])
  })

  test("annotations of an offered tool count for its calls", () => {
    const hinted = (annotations: JsonObject) =>
      Narrative.measure(
        story("I booked the flight.", [call("process_data")]),
        {},
        {
          offer: { offered: [{ server: "weather", name: "process_data", annotations }], complete: true }
        }
      ).claimed_but_absent
    assert.equal(hinted({ readOnlyHint: true }), 1)
    assert.equal(hinted({ readOnlyHint: false }), 0)
    assert.equal(hinted({ destructiveHint: true }), 0)
    assert.equal(hinted({}), 0)
  })

  test("a passive that tells what a read showed is not absent", () => {
    const run = (text: string) =>
      Narrative.measure(
        story(text, [call("get_issue")], {
          tool_results: [result("c-get_issue", { content: [{ type: "text", text: '{"state": "closed"}' }] })]
        }),
        {},
        offering("get_issue", "close_issue")
      ).claimed_but_absent
    assert.equal(run("The issue was closed."), 0)
    assert.equal(run("I closed the issue."), 1)
  })

  test("the prefix that a name had on the wire is no part of it", () => {
    const close = call("close__close_issue", {}, "close")
    assert.equal(Narrative.measure(story("I closed the issue.", [close]), {}).claimed_but_absent, 0)
  })
})

describe("vocabulary", () => {
  const report = (text: string, vocabulary: Narrative.Vocabulary) =>
    Narrative.measure(
      story(text, [call("get_alarm")]),
      { vocabulary },
      offering("get_alarm", "update_alarm", "create_machine")
    )

  test("verbs of a domain are claims of what they do", () => {
    assert.equal(report("I snoozed the alarm.", {}).gate_passed, 1)
    assert.equal(report("I snoozed the alarm.", { verbs: { snooze: "change" } }).claimed_but_absent, 1)
    assert.equal(report("I spun up a machine.", { verbs: { "spin/spun": "create" } }).claimed_but_absent, 1)
  })

  test("nouns of a domain mean the same", () => {
    const passed = (vocabulary: Narrative.Vocabulary) =>
      Narrative.measure(
        story("The reminder was updated.", [call("get_alarm")]),
        { vocabulary },
        offering("get_alarm", "update_alarm")
      ).claimed_but_absent
    assert.equal(passed({ nouns: { alarm: ["bell"] } }), 0)
    assert.equal(passed({ nouns: { alarm: ["reminder"] } }), 1)
  })
})

describe("present_but_unclaimed", () => {
  const unclaimed = (text: string, name: string) =>
    Narrative.measure(story(text, [call(name)]), {}).present_but_unclaimed

  test("counts calls that the text does not mention, each of them", () => {
    assert.equal(unclaimed("All done.", "delete_file"), 1)
    assert.equal(unclaimed("I deleted two files.", "delete_file"), 0)
    const twice = story("All done.", [call("delete_file"), call("delete_file")])
    assert.equal(Narrative.measure(twice, {}).present_but_unclaimed, 2)
  })

  test("every salient word has to be there, in any inflection, order and place", () => {
    assert.equal(unclaimed("Here is the weather.", "get_weather"), 1)
    assert.equal(unclaimed("The weather that you are getting: sunny.", "get_weather"), 0)
    assert.equal(unclaimed("I called `getWeather`.", "get_weather"), 0)
    assert.equal(unclaimed("Searched GitHub.", "github_search"), 0)
  })

  test("short words of a name are not asked for, unless it has no others", () => {
    assert.equal(unclaimed("I searched.", "do_a_search"), 0)
    assert.equal(unclaimed("I looked.", "ls"), 1)
    assert.equal(unclaimed("I ran ls.", "ls"), 0)
    assert.equal(unclaimed("All done.", "__"), 1)
  })
})

describe("arg_mismatch", () => {
  const mismatches = (text: string, name: string, ...args: ReadonlyArray<JsonObject>) =>
    Narrative.measure(
      story(
        text,
        args.map((arg) => call(name, arg))
      ),
      {}
    ).arg_mismatch

  test("an identifier right after the noun has to agree", () => {
    assert.equal(mismatches("I closed issue 43.", "close_issue", { issue: 42 }), 1)
    assert.equal(mismatches("I closed issue 42.", "close_issue", { issue: 42 }), 0)
    assert.equal(mismatches("I closed issue #43.", "close_issue", { issue_number: "42" }), 1)
    assert.equal(mismatches("I closed #43.", "close_issue", { issueId: 42 }), 1)
    assert.equal(mismatches("Issue 43 was closed.", "close_issue", { id: 42 }), 1)
    assert.equal(mismatches("I closed ABC-12.", "close_issue", { key: "ABC-13" }), 1)
    assert.equal(mismatches("I closed abc-12.", "close_issue", { key: "ABC-12" }), 0)
  })

  test("a list of identifiers is one value each", () => {
    const text = "I closed issues 42, 43 and 44."
    assert.equal(mismatches(text, "close_issue", { issue: 42 }, { issue: 43 }, { issue: 44 }), 0)
    assert.equal(mismatches(text, "close_issue", { issue: 42 }), 2)
  })

  test("a value right after an argument's name has to agree", () => {
    assert.equal(mismatches("I created the issue with priority high.", "create_issue", { priority: "low" }), 1)
    assert.equal(mismatches("I created the issue with priority high.", "create_issue", { priority: "HIGH" }), 0)
    assert.equal(mismatches("I created the issue with a priority of 2.", "create_issue", { priority: 1 }), 1)
    assert.equal(mismatches("I created the issue, title 'Fix it'.", "create_issue", { issue_title: "Drop it" }), 1)
    assert.equal(mismatches("I created the issue, title 'Fix it'.", "create_issue", { issue_title: "Fix it now" }), 0)
    assert.equal(mismatches("I created an issue titled “Fix it”.", "create_issue", { title: "Drop it" }), 1)
    assert.equal(mismatches("I set the status to done.", "set_status", { status: "open" }), 1)
    assert.equal(mismatches("I set the status to closed.", "set_status", { status: "Closed" }), 0)
    assert.equal(mismatches("I set the status to closed.", "set_status", { status: "open" }), 1)
    assert.equal(mismatches("The issue was created with priority high.", "create_issue", { priority: "low" }), 1)
    assert.equal(mismatches("I updated the due date to 2027.", "update_due_date", { due_date: 2026 }), 1)
    assert.equal(mismatches("I sent the mail to anna@x.org.", "send_mail", { to: ["bob@x.org"] }), 1)
    assert.equal(mismatches("I sent the mail to anna@x.org.", "send_mail", { to: ["bob@x.org", "anna@x.org"] }), 0)
  })

  test("any call that agrees will do", () => {
    assert.equal(mismatches("I closed issue 43.", "close_issue", { issue: 42 }, { issue: 43 }), 0)
  })

  test("what can be meant otherwise is not held against the text", () => {
    assert.equal(mismatches("I created issue 42.", "create_issue", { project_id: 7, estimate: 3 }), 0)
    assert.equal(mismatches("I created the issue 3 times.", "create_issue", { issue: 4 }), 0)
    assert.equal(mismatches("I closed 3 issues.", "close_issue", { issue: 42 }), 0)
    assert.equal(mismatches("I sent the message to Anna.", "send_message", { message: "Hi", to: "anna@x.org" }), 0)
    assert.equal(mismatches("I updated the date to Friday.", "update_date", { date: "2026-01-02" }), 0)
    assert.equal(mismatches("I created the issue tracker.", "create_issue", { issue: "login" }), 0)
    assert.equal(mismatches("I deleted the file 'old.txt'.", "delete_file", { file: "/tmp/old.txt" }), 0)
    assert.equal(mismatches("I updated the issue to done.", "update_issue", { issue: "login", status: "done" }), 0)
  })

  test("an integer that JSON could not keep is not compared", () => {
    assert.equal(mismatches("I closed issue 9007199254740993.", "close_issue", { issue: 9007199254740992 }), 0)
  })
})

describe("claimed_but_failed", () => {
  const calls = [
    { ...call("close_issue", { issue: 42 }), id: "a" },
    { ...call("close_issue", { issue: 43 }), id: "b" }
  ]
  const failed = (text: string, ...errors: ReadonlyArray<boolean>) => {
    const tool_results = errors.map((is_error, at) => result(calls[at]!.id, { is_error }))
    return Narrative.measure(story(text, calls, { tool_results }), {}).claimed_but_failed
  }

  test("counts claims whose every matching call returned an error", () => {
    assert.equal(failed("I closed the issue.", true, true), 1)
    assert.equal(failed("I closed the issue.", true, false), 0)
    assert.equal(failed("I closed the issue.", false, false), 0)
  })

  test("a call whose result was not recorded did not fail", () => {
    assert.equal(failed("I closed the issue.", true), 0)
    assert.equal(failed("I closed the issue."), 0)
  })

  test("a stated value says which call is meant", () => {
    assert.equal(failed("I closed issue 42.", true, false), 1)
    assert.equal(failed("I closed issue 43.", true, false), 0)
  })

  test("a call that timed out failed", () => {
    const tool_results = [result("c-close_issue", { timed_out: true })]
    const run = story("I closed the issue.", [call("close_issue")], { tool_results })
    assert.equal(Narrative.measure(run, {}).claimed_but_failed, 1)
  })
})

describe("divergence_score", () => {
  const score = (run: Trace) => Narrative.measure(run, {}).divergence_score

  test("is flagged items over recorded calls and claims", () => {
    const run = story("I created the issue and sent the report.", [call("create_issue")])
    assert.equal(Narrative.measure(run, {}, offering("create_issue", "send_report")).divergence_score, 1 / 3)
    assert.equal(score(story("I created the issue.", [call("create_issue"), call("get_user")])), 1 / 3)
  })

  test("is 0 where nothing was claimed and nothing called", () => {
    assert.equal(score(trace()), 0)
  })

  test("leaves out what is unverifiable", () => {
    const run = story("I created the issue and sent the report.", [call("create_issue")])
    const report = Narrative.measure(run, {}, offering("create_issue"))
    assert.deepEqual([report.unverifiable, report.divergence_score, report.gate_passed], [1, 0, 1])
  })

  test("is at most 1", () => {
    assert.equal(score(story("I closed issues 7, 8 and 9.", [call("close_issue", { issue: 1 })])), 1)
  })
})

describe("gate_passed", () => {
  const passed = (text: string, spec: Narrative.Spec = {}, ...names: ReadonlyArray<string>) =>
    Narrative.measure(
      story(
        text,
        names.map((name) => call(name))
      ),
      spec
    ).gate_passed

  test("fails on a claim whose only matching calls failed", () => {
    const tool_calls = [{ ...call("update_issue", { id: 1 }), id: "a" }]
    const ended = (is_error: boolean) =>
      Narrative.measure(story("I updated issue 1.", tool_calls, { tool_results: [result("a", { is_error })] }), {})
    assert.equal(ended(true).gate_passed, 0)
    assert.equal(ended(false).gate_passed, 1)
  })

  test("fails on a claim about another thing than the call's", () => {
    const after = (id: number) => Narrative.measure(story("I updated issue 1.", [call("update_issue", { id })]), {})
    assert.equal(after(2).gate_passed, 0)
    assert.equal(after(1).gate_passed, 1)
  })

  test("leaves another value of the same thing to be counted", () => {
    const run = story("I created the issue with priority high.", [call("create_issue", { priority: "low" })])
    const { arg_mismatch, gate_passed } = Narrative.measure(run, {})
    assert.deepEqual([arg_mismatch, gate_passed], [1, 1])
  })

  test("fails on a claimed write that never happened", () => {
    assert.equal(passed("I created the issue."), 0)
    assert.equal(passed("I created the issue.", {}, "create_issue"), 1)
  })

  test("leaves silent calls to be reported", () => {
    assert.equal(passed("All done.", {}, "delete_file"), 1)
  })

  test("a claim that a read-only tool would match fails nothing, also if the tool is called mutating", () => {
    assert.equal(passed("I posted the report."), 0)
    assert.equal(passed("I posted the report.", { readonly_tools: ["post_report"] }), 1)
    const both = { readonly_tools: ["post_report"], mutating_tools: ["post_report"] }
    assert.equal(passed("I posted the report.", both), 1)
  })

  test("fails on a score over its limit", () => {
    assert.equal(passed("All done.", { max_divergence_score: 0.5 }, "delete_file"), 0)
    assert.equal(passed("All done.", { max_divergence_score: 1 }, "delete_file"), 1)
    assert.equal(passed("I deleted the file.", { max_divergence_score: 0 }, "delete_file"), 1)
  })

  test("nothing is within a limit that is no number", () => {
    assert.equal(passed("All done.", { max_divergence_score: NaN }), 0)
  })
})

describe("items", () => {
  const mutating = (name: string, spec: Narrative.Spec = {}) =>
    Narrative.items(story("All done.", [call(name)]), spec).map((item) => item.mutating)

  test("a tool is mutating when the verb of its name is one of a write", () => {
    assert.deepEqual(mutating("deleteFile"), [true])
    assert.deepEqual(mutating("find_and_delete"), [true])
    assert.deepEqual(mutating("post_search"), [false])
    assert.deepEqual(mutating("get_post"), [false])
    assert.deepEqual(mutating("get_settings"), [false])
    assert.deepEqual(mutating("list_deleted_files"), [false])
  })

  test("the suite knows better, and never wins", () => {
    assert.deepEqual(mutating("run_job", { mutating_tools: ["run_job"] }), [true])
    assert.deepEqual(mutating("deleteFile", { readonly_tools: ["deleteFile"] }), [false])
    assert.deepEqual(mutating("run_job", { mutating_tools: ["run_job"], readonly_tools: ["run_job"] }), [false])
  })

  test("each says what and where it is", () => {
    const text = "I closed issue 43, created the label and merged the branch."
    const tool_calls = [call("close_issue", { issue: 42 }), call("merge_branch"), call("get_user")]
    const tool_results = [result("c-merge_branch", { is_error: true })]
    const offer = offering("close_issue", "merge_branch", "create_label")
    assert.deepEqual(Narrative.items(story(text, tool_calls, { tool_results }), {}, offer), [
      {
        kind: "arg_mismatch",
        mutating: true,
        fails: true,
        start: 2,
        end: 17,
        call_id: "c-close_issue",
        path: "tool_calls[0].args.issue",
        expected: 42,
        actual: "43",
        reason: 'the text says "closed issue 43", but close_issue was called with 42'
      },
      {
        kind: "claimed_but_absent",
        mutating: true,
        fails: true,
        start: 19,
        end: 36,
        path: "final_response",
        actual: "created the label",
        reason: 'the text says "created the label", but create_label was not called'
      },
      {
        kind: "claimed_but_failed",
        mutating: true,
        fails: true,
        start: 41,
        end: 58,
        call_id: "c-merge_branch",
        path: "tool_calls[1]",
        actual: "merged the branch",
        reason: 'the text says "merged the branch", but merge_branch returned an error'
      },
      {
        kind: "present_but_unclaimed",
        mutating: false,
        fails: false,
        call_id: "c-get_user",
        path: "tool_calls[2]",
        reason: "get_user was called, but the text does not mention it"
      }
    ])
  })

  test("an excerpt holds whole characters only", () => {
    const claim = Narrative.items(story("\u{1F4CB}tables created, mail sent."), {})
    assert.deepEqual(
      claim.map(({ actual }) => actual),
      ["tables created", "mail sent"]
    )
  })

  test("an excerpt does not end inside a character", () => {
    const [item] = Narrative.items(story(`I created the ${"a".repeat(187)}𐐨𐐨`), {})
    assert.equal(item?.actual, `created the ${"a".repeat(187)}`)
  })
})

describe("the story", () => {
  test("is the last assistant turn where there is no final response", () => {
    const run = trace({ ...said(["I created the issue.", "I closed the ticket."]), final_response: " " })
    const [item] = Narrative.items(run, {})
    assert.equal(item?.path, "conversation.turns[1].content")
    assert.equal(item?.actual, "closed the ticket")
  })

  test("is not what was said before the final response", () => {
    const run = trace({ ...said(["I created the issue."]), final_response: "Hello." })
    assert.deepEqual(Narrative.items(run, {}), [])
  })

  test("a trace without anything recorded has no divergence", () => {
    const { divergence_score, gate_passed } = Narrative.measure({} as Trace, {})
    assert.deepEqual({ divergence_score, gate_passed }, { divergence_score: 0, gate_passed: 1 })
  })
})

describe("explain", () => {
  const run = story("I closed issue 43 and sent the mail.", [call("close_issue", { issue: 42 }), call("get_user")])
  const means = offering("close_issue", "send_mail")
  const findings = (spec: Narrative.Spec) => Narrative.explain(run, spec, Narrative.measure(run, spec, means), means)

  test("finds as much as was counted", () => {
    const report = Narrative.measure(run, {}, means)
    const explained = findings({})
    assert.equal(explained.claimed_but_absent.length, report.claimed_but_absent)
    assert.equal(explained.arg_mismatch.length, report.arg_mismatch)
    assert.equal(explained.present_but_unclaimed.length, report.present_but_unclaimed)
    assert.equal(explained.claimed_but_failed.length, report.claimed_but_failed)
    assert.equal(explained.divergence_score.length, 3)
  })

  test("the gate points at the claims that fail it, and at everything where the score does", () => {
    assert.deepEqual(
      findings({}).gate_passed.map(({ actual }) => actual),
      ["43", "sent the mail"]
    )
    assert.equal(findings({ max_divergence_score: 0.1 }).gate_passed.length, 3)
  })

  test("a finding is nothing but a finding", () => {
    assert.deepEqual(findings({}).claimed_but_absent, [
      {
        path: "final_response",
        actual: "sent the mail",
        reason: 'the text says "sent the mail", but send_mail was not called'
      }
    ])
  })
})

test("describe puts the numbers on one line", () => {
  const report = Narrative.measure(story("I created the issue.", [call("get_user")]), {})
  assert.equal(Narrative.describe(report), "divergence 1.00, claimed but absent 1, failed 0, mismatched 0, unclaimed 1")
})

describe("whatever is said", () => {
  const vocabulary =
    "I we you it the a this no not never was were is has have had been being 've 'd n't will would to and or , . ; : " +
    "? ( ) \" ' “ ” ‘ ’ ` ``` > \n if once since when by which that with of 43 #43 ABC-12 done issue issues report " +
    "label new status priority high set put created closed sent wrote written deleted updated creating close"
  const prose = fc.array(fc.constantFrom(...vocabulary.split(" ")), { maxLength: 60 }).map((words) => words.join(" "))
  const text = fc.oneof(prose, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }))
  const calls = fc.array(
    fc
      .record({
        name: fc.constantFrom("close_issue", "createIssue", "send_report", "set_status", "get_user", ""),
        args: fc.dictionary(fc.constantFrom("issue", "id", "status", "priority"), fc.jsonValue() as fc.Arbitrary<never>)
      })
      .map(({ args, name }) => call(name, args))
  )
  const results = fc
    .array(fc.boolean())
    .map((errors) => errors.map((is_error) => result("c-close_issue", { is_error })))
  const runs = fc
    .record({ final_response: text, tool_calls: calls, tool_results: results })
    .map((changes) => trace(changes))

  test("counts are whole and not negative, and the score is within 0..1", () => {
    fc.assert(
      fc.property(runs, (run) => {
        const { divergence_score, gate_passed, ...counts } = Narrative.measure(run, {})
        assert.ok(Object.values(counts).every((count) => Number.isInteger(count) && count >= 0))
        assert.ok(divergence_score >= 0 && divergence_score <= 1)
        assert.ok(gate_passed === 0 || gate_passed === 1)
      })
    )
  })

  test("each claim is a place in the text that holds its words", () => {
    fc.assert(
      fc.property(prose, (words) => {
        for (const { candidates, end, start } of Narrative.claims(words)) {
          const span = words.slice(start, end).toLowerCase()
          assert.ok(
            candidates.every((noun) => span.includes(noun)),
            `${span}: ${candidates.join()}`
          )
        }
      })
    )
  })

  test("nothing is claimed without one of the verbs", () => {
    const stems =
      "creat updat delet remov sent wrot writ post insert set put patch publish destroy drop add edit upload merg " +
      "clos cancel approv revok"
    const verbs = new RegExp(stems.replaceAll(" ", "|"), "i")
    fc.assert(
      fc.property(text, (words) => {
        fc.pre(!verbs.test(words))
        assert.deepEqual(Narrative.claims(words), [])
      })
    )
  })

  test("nothing is claimed inside a quotation", () => {
    const plain = prose.map((words) => words.replaceAll(/["\n`]/g, ""))
    fc.assert(fc.property(plain, (words) => assert.deepEqual(Narrative.claims(`You said "x ${words}" to me`), [])))
  })
})
