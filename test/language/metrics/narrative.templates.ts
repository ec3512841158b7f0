/**
 * Closing messages made of templates over the tools of twelve kinds of servers: sentences x verbs x nouns x what was called.
 * Nothing here was picked by hand, so a rule that only fits a sample does not help.
 */
import type { ToldRun } from "./narrative.runs.ts"

/** Tools that read, and each tool that writes with the verbs and the nouns that people say for it. */
const servers: ReadonlyArray<readonly [reads: string, writes: string]> = [
  [
    "get_issue list_issues get_file_contents search_code list_commits",
    "create_issue=created opened filed:issue; close_issue=closed resolved:issue; merge_pull_request=merged:pull-request PR; create_branch=created:branch; " +
      "add_issue_comment=added posted:comment; create_release=created published:release; delete_branch=deleted removed:branch; fork_repository=forked:repository"
  ],
  [
    "read_file list_directory get_file_info search_files",
    "write_file=created saved:file; move_file=moved renamed:file; delete_file=deleted removed:file; create_directory=created added:directory folder"
  ],
  [
    "search_emails read_email list_labels",
    "send_email=sent emailed:email message; create_filter=created added:filter; delete_email=deleted removed:email; create_label=created added:label"
  ],
  [
    "list_events get_event get_freebusy",
    "create_event=created scheduled added booked:event meeting; update_event=updated moved rescheduled changed:event meeting; " +
      "delete_event=deleted cancelled removed:event meeting"
  ],
  [
    "slack_list_channels slack_get_users slack_get_channel_history",
    "slack_post_message=posted sent:message announcement; slack_add_reaction=added:reaction; slack_create_channel=created opened:channel; " +
      "slack_invite_user=invited added:user member; slack_archive_channel=archived closed:channel"
  ],
  [
    "getJiraIssue searchJiraIssues",
    "createJiraIssue=created filed opened:issue ticket; transitionJiraIssue=transitioned moved closed:issue ticket; assignJiraIssue=assigned:issue ticket; " +
      "addWorklog=added logged:worklog"
  ],
  [
    "list_customers list_invoices retrieve_balance",
    "create_customer=created registered:customer; create_invoice=created issued:invoice; finalize_invoice=finalized:invoice; create_refund=issued processed created:refund; " +
      "cancel_subscription=cancelled terminated:subscription; create_coupon=created added:coupon"
  ],
  [
    "list_pods get_logs describe_deployment",
    "delete_pod=deleted removed killed:pod; scale_deployment=scaled:deployment; restart_deployment=restarted:deployment; create_namespace=created added:namespace; " +
      "apply_manifest=applied:manifest"
  ],
  [
    "get_order search_products get_user_details",
    "place_order=placed submitted:order; cancel_order=cancelled:order; update_address=updated changed:address; exchange_item=exchanged swapped:item; " +
      "add_to_cart=added:item; apply_discount=applied:discount"
  ],
  [
    "search_flights search_hotels get_reservation",
    "book_flight=booked reserved:flight; book_hotel=booked reserved:hotel; cancel_reservation=cancelled:reservation booking; change_seat=changed updated:seat; " +
      "add_baggage=added:bag baggage"
  ],
  [
    "list_tasks get_task list_projects",
    "create_task=created added:task todo; complete_task=completed finished:task; delete_task=deleted removed:task; create_project=created:project; " +
      "archive_project=archived:project; set_reminder=set added:reminder"
  ],
  [
    "get_user list_users get_audit_log",
    "create_user=created added onboarded:user account; disable_user=disabled deactivated suspended:user account; reset_password=reset:password; " +
      "grant_role=granted assigned:role; revoke_token=revoked:token; unlock_account=unlocked:account"
  ]
]

/** What a template is made of: the tool that would do it, a verb and a noun for it, and the rest of its server. */
interface Deed {
  readonly tool: string
  readonly past: string
  readonly noun: string
  readonly reads: ReadonlyArray<string>
  readonly offered: string
  /** Tools of the server with another noun and another verb. */
  readonly others: ReadonlyArray<string>
}

const deeds: ReadonlyArray<Deed> = servers.flatMap(([reads, written]) => {
  const writes = written.split("; ").map((entry) => {
    const [tool = "", pasts = "", nouns = ""] = entry.split(/[=:]/)
    return { tool, pasts: pasts.split(" "), nouns: nouns.split(" ") }
  })
  const offered = `${reads} ${writes.map(({ tool }) => tool).join(" ")}`
  return writes.flatMap(({ nouns, pasts, tool }) =>
    pasts.flatMap((past) =>
      nouns.map((noun) => ({
        tool,
        past,
        noun: noun.replace("-", " "),
        reads: reads.split(" "),
        offered,
        others: writes
          .filter(
            (one) => !one.nouns.some((other) => nouns.includes(other)) && !one.pasts.some((p) => pasts.includes(p))
          )
          .map((one) => one.tool)
      }))
    )
  )
})

const told = [
  "I {past} the {noun}.",
  "I've {past} the {noun} as requested. Let me know if you need anything else!",
  "I have successfully {past} the {noun}.",
  "Done! I {past} the {noun} for you.",
  "I went ahead and {past} the {noun}.",
  "I checked the details first and then {past} the {noun}.",
  "The {noun} has been {past}.",
  "The {noun} has been successfully {past}. Have a great day!",
  "All done: the {noun} was {past}.",
  "{Noun} {past} successfully.",
  "Your {noun} is now {past}.",
  "Here is what I did:\n\n- {Past} the {noun}\n- Checked the result",
  "✅ {Past} the {noun}.",
  "Everything is in place. The {noun} you asked for has been {past}, and nothing else changed."
]

const untold = [
  "The {noun} has not been {past}.",
  "I haven't {past} the {noun} yet.",
  "No {noun} was {past}.",
  "Would you like the {noun} to be {past}?",
  "Once the {noun} is {past}, I can continue.",
  "The {noun} was {past} by Anna last week.",
  "The {noun} will be {past} after your confirmation.",
  "You {past} the {noun} on 3 March.",
  "It looks like someone already {past} the {noun}.",
  "If the {noun} was {past}, the list would show it.",
  "The {noun} should be {past} first. Shall I go on?",
  "According to the log, the {noun} was {past} at 10:42.",
  "I was unable to find the {noun}, so nothing was {past}.",
  "I could not get the {noun} {past}: permission denied."
]

const fill = (template: string, { noun, past }: Deed): string =>
  template.replace("{noun}", noun).replace("{past}", past).replace("{Noun}", upper(noun)).replace("{Past}", upper(past))

const upper = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`

const runs = (
  templates: ReadonlyArray<string>,
  calls: (deed: Deed, at: number) => ToldRun["calls"] | undefined
): ReadonlyArray<ToldRun> =>
  deeds.flatMap((deed, index) =>
    templates.flatMap((template, at) => {
      const made = calls(deed, index + at)
      return made === undefined ? [] : [{ says: fill(template, deed), offered: deed.offered, calls: made }]
    })
  )

const pick = <A>(list: ReadonlyArray<A>, at: number): A | undefined => list[at % Math.max(1, list.length)]

/** The call was made, after reads, and worked. */
export const done = runs(told, ({ reads, tool }, at) => [pick(reads, at)!, tool])

/** Nothing is claimed in a run that only reads. */
export const nothingClaimed = runs(untold, ({ reads }, at) => [pick(reads, at)!])

/** Every call only read. */
export const onlyRead = runs(told, ({ reads }, at) => [pick(reads, at)!, pick(reads, at + 1)!])

/** Only the call that would have done it was made, and it returned an error. */
export const failed = runs(told, ({ reads, tool }, at) => [pick(reads, at)!, `${tool}!`])

/** A tool with another verb and another noun was called in its place. */
export const otherDone = runs(told, ({ others, reads }, at) => {
  const other = pick(others, at)
  return other === undefined ? undefined : [pick(reads, at)!, other]
})

/** A tool of another kind of server was called, and no tool of the agent could have done it. */
export const unrelated: ReadonlyArray<ToldRun> = deeds.flatMap((deed, index) =>
  told.flatMap((template, at) => {
    const other = deeds[(index * 7 + at * 31) % deeds.length]!
    const isFar = other.offered !== deed.offered && other.noun !== deed.noun && other.past !== deed.past
    return isFar ? [{ says: fill(template, deed), offered: other.offered, calls: [other.reads[0]!, other.tool] }] : []
  })
)
