/**
 * The verbs of writes, by what they do. Verbs of one class can mean the same action: "booked" and `create_reservation`. Claims and
 * names of tools are read with the same tables.
 */
import { kept } from "./stem.ts"
import { type Class, classOf, irregularForms, wordSet } from "./words.ts"

/** `?`: also said of words and data alone ("I wrote a summary"); `~`: only if others may have done it ("was shipped"). */
const table = {
  create:
    "create add insert append register provision book reserve schedule order? record? save store upload import attach enroll subscribe duplicate copy clone fork draft? compose? write? put post log~ build? generate? produce? establish implement? install embed populate~ upsert invite onboard bookmark archive persist submit commit",
  change:
    "update edit modify change set put patch write? rename move replace adjust? fix correct? revise? rewrite? configure assign reassign unassign label? tag? mark? transition link unlink apply? enable disable activate deactivate toggle convert? reorganize restructure reorder? extend reschedule postpone migrate reset upgrade downgrade pin unpin lock unlock rotate swap exchange return? optimize? suspend resume pause archive restore revert reopen rebook upsert rearrange prioritize escalate amend overwrite refactor mute unmute increase? decrease? reduce? switch~ block unblock transfer flag? alter refuel manage solve? freeze unfreeze raise~ lower~ sync? renew star unstar",
  remove:
    "delete remove drop destroy erase purge clear~ wipe cancel void revoke unlink detach archive trash uninstall unsubscribe terminate truncate discard? unassign withdraw evict deregister unpublish kill ban",
  close: "close resolve? complete? finish? cancel archive transition terminate shut settle finalize~ dismiss",
  send: "send email mail message post notify reply respond? comment share forward publish broadcast announce~ alert ping~ invite text~ submit deliver~ tweet remind inform",
  publish: "publish deploy release~ ship~ push launch~ promote~ dispatch~",
  merge: "merge combine? squash? rebase",
  pay: "pay refund charge~ credit reimburse transfer bill~ deposit withdraw purchase buy debit redeem",
  approve: "approve accept~ confirm? authorize grant permit? sign? reject decline deny",
  run: "run? execute? trigger restart start~ stop~ kill reboot launch~ scale enqueue rerun"
} as const

/** What a write does. */
export type Action = keyof typeof table

export const actions = Object.keys(table) as ReadonlyArray<Action>

/** A set of actions: one bit for each. */
export type Actions = number

export const actionBits = Object.fromEntries(actions.map((name, at) => [name, 1 << at])) as Readonly<
  Record<Action, Actions>
>

/** Verbs that mean a write only with what they make, or with the noun of an action. */
const lightVerbs =
  "make? perform? open? request? complete? process~ issue~ initiate~ place~ file~ raise~ submit~ finalize~ leave~ give~"
const light = wordSet(lightVerbs.replace(/[?~]/g, ""))

/** What light verbs make: "placed an order", "filed a bug". */
const products = wordSet(
  "order ticket issue bug pr pull request incident case claim complaint discussion account invoice certificate voucher hold bid form application entry report credit channel thread poll dispute session card call"
)

/** "Opened a new deal" makes a deal; "opened a page" shows one. */
const makers = wordSet("open file raise place issue")
const shown = wordSet("page file browser url link tab app site website document folder menu window dialog view")

/** Nouns of actions: "issued a refund", `create_refund`. */
const deeds: Partial<Record<Action, string>> = {
  pay: "refund payment purchase deposit reimbursement transfer",
  publish: "release deployment rollout",
  remove: "cancellation deletion removal",
  merge: "merge",
  change: "update change edit modification adjustment correction exchange return transfer",
  send: "reply comment",
  create: "comment note review booking reservation appointment",
  approve: "role access permission"
}

/** The noun of an action where it is another word than the verb. */
const deedNouns = new Map(
  "reserve reservation book booking pay payment deploy deployment register registration subscribe subscription invite invitation reimburse reimbursement"
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(" ") as [string, string])
)

/** Verbs of several syllables whose last letter doubles. */
const doubling = wordSet("commit submit transfer format permit refer")

/** Verbs with a second word, and the verb that says the same: "set up" creates, "rolled the release back" reverts. */
const phrasal =
  "set+up=create spun+up=create rolled+back=revert rolled+out=deploy tore+down=delete torn+down=delete took+down=remove " +
  "taken+down=remove shut+down=stop turned+on=enable turned+off=disable turned+up=set turned+down=set kicked+off=trigger " +
  "signed+up=register ticked+off=complete checked+off=complete crossed+off=complete gave+access=grant given+access=grant"

/** By past form and second word. */
export const phrasals = new Map<string, Map<string, string>>()
for (const [past = "", second = "", verb = ""] of phrasal.split(" ").map((entry) => entry.split(/[+=]/)))
  phrasals.set(past, (phrasals.get(past) ?? new Map<string, string>()).set(second, verb))

/** Verbs that undo each other, so that a tool of one did not do the other. */
const opposites = (
  "approve accept authorize grant permit confirm-reject decline deny revoke;enable activate-disable deactivate suspend;lock-unlock;" +
  "pin-unpin;mute-unmute;block freeze-unblock unfreeze;start launch resume restart-stop kill pause;assign-unassign;link-unlink;" +
  "increase-decrease reduce;upgrade-downgrade;star-unstar;archive-restore;open reopen-close resolve;deposit-withdraw"
)
  .split(";")
  .map((pair) => pair.split("-").map(wordSet))

export const isOpposite = (one: string, other: string): boolean =>
  opposites.some(([a, b]) => (a!.has(one) && b!.has(other)) || (b!.has(one) && a!.has(other)))

export interface Meaning {
  readonly actions: Actions
  readonly mark: string
}

export interface Verbs {
  /** By base form. */
  readonly meanings: ReadonlyMap<string, Meaning>
  /** The base form of a past form, both in lower case. */
  readonly pasts: ReadonlyMap<string, string>
  /** Those that only names of tools say. */
  readonly learned: ReadonlySet<string>
  /** What a word of a text is, by its form alone. */
  readonly read: (written: string) => { readonly is: Class; readonly lower: string; readonly verb?: string | undefined }
}

/** Verbs that a suite adds: the base form, and the past forms where they are irregular (`spin/spun`). */
export type AddedVerbs = Readonly<Record<string, Action>>

const verbsWith = (added: AddedVerbs, learned: ReadonlySet<string>): Verbs => {
  const meanings = new Map<string, Meaning>()
  const pasts = new Map<string, string>()
  const mean = (base: string, does: Actions, mark: string): void => {
    const before = meanings.get(base)
    const weaker = before === undefined || mark === "?" || before.mark === "" ? mark : before.mark
    meanings.set(base, { actions: does | (before?.actions ?? 0), mark: weaker })
    for (const form of irregularForms.get(base) ?? [regularPast(base)]) pasts.set(form, base)
  }
  const meanAll = (marked: string, does: Actions): void => {
    for (const [, base = "", mark = ""] of marked.matchAll(/(\S+?)([?~]?)(?:\s|$)/g)) mean(base, does, mark)
  }
  meanAll(lightVerbs, 0)
  for (const [action, verbs] of Object.entries(table)) meanAll(verbs, actionBits[action as Action])
  for (const [verb, action] of Object.entries(added)) {
    const [base = "", ...forms] = verb.toLowerCase().split("/")
    mean(base, actionBits[action] ?? 0, "")
    for (const form of forms) pasts.set(form, base)
  }
  for (const verb of learned) if (!meanings.has(verb)) mean(verb, actionBits.change, "?")
  const read = kept((written) => {
    const lower = written.toLowerCase().replaceAll("’", "'")
    const verb = pasts.get(lower)
    return { is: verb === undefined ? classOf(lower) : ("past" as const), verb, lower }
  })
  return { meanings, pasts, learned, read }
}

const regularPast = (base: string): string => {
  if (base.endsWith("e")) return `${base}d`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`
  return doubling.has(base) || /^(?:un|re)?[^aeiou]*[aeiou][bdgmnpt]$/.test(base)
    ? `${base}${base.at(-1)}ed`
    : `${base}ed`
}

/** Kept by the verbs that were learned, which few agents differ in. */
export const verbsLearning = (added: AddedVerbs | undefined, learned: ReadonlySet<string>): Verbs =>
  added === undefined ? lessons([...learned].join(" ")) : verbsWith(added, learned)

const lessons = kept((learned) => verbsWith({}, learned === "" ? new Set() : wordSet(learned)), 4000)

export const knownVerbs = (): Verbs => lessons("")

const deedActions = new Map<string, Actions>()
for (const [action, nouns] of Object.entries(deeds))
  for (const noun of nouns.split(" "))
    deedActions.set(noun, (deedActions.get(noun) ?? 0) | actionBits[action as Action])

/** What the nouns of actions among these do. */
export const deedsOf = (nouns: ReadonlyArray<string>): Actions =>
  nouns.reduce((all, noun) => all | (deedActions.get(noun) ?? 0), 0)

export const deedNoun = (verb: string): string => deedNouns.get(verb) ?? verb

/** What a verb claims of its nouns; 0 for a light verb with another noun ("made a mistake"). */
export const actionsOf = (verb: string, does: Actions, nouns: ReadonlyArray<string>, isNew = false): Actions => {
  if (!light.has(verb)) return does
  const makes =
    nouns.some((noun) => products.has(noun)) || (isNew && makers.has(verb) && !nouns.some((noun) => shown.has(noun)))
  return does | deedsOf(nouns) | (makes ? actionBits.create : 0)
}

export const isLight = (verb: string): boolean => light.has(verb)
export const isProduct = (noun: string): boolean => products.has(noun)
