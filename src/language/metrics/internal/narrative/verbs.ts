/**
 * The verbs of writes, by what they do. Verbs of one class can mean the same action: "booked" and `create_reservation`.
 * Claims and names of tools are read with the same table.
 */

/** `?`: also said of words and data alone ("I wrote a summary"); `~`: only if others may have done it ("was shipped"). */
const table = {
  create:
    "create add insert append register provision book reserve schedule order? record? save store upload import attach " +
    "enroll subscribe duplicate copy clone fork draft? compose? write? put post log~ build? generate? produce? " +
    "establish implement? install embed populate~ upsert invite onboard bookmark archive persist submit commit",
  change:
    "update edit modify change set put patch write? rename move replace adjust? fix correct? revise? rewrite? " +
    "configure assign reassign unassign label? tag? mark? transition link unlink apply? enable disable activate " +
    "deactivate toggle convert? reorganize restructure reorder? extend reschedule postpone migrate reset upgrade " +
    "downgrade pin unpin lock unlock rotate swap exchange return? optimize? suspend resume pause archive restore " +
    "revert reopen rebook upsert rearrange prioritize escalate amend overwrite refactor mute unmute increase? " +
    "decrease? reduce? switch~ block unblock transfer flag? alter refuel manage solve? freeze unfreeze raise~ lower~ sync? renew star unstar",
  remove:
    "delete remove drop destroy erase purge clear~ wipe cancel void revoke unlink detach archive trash uninstall " +
    "unsubscribe terminate truncate discard? unassign withdraw evict deregister unpublish kill ban",
  close: "close resolve? complete? finish? cancel archive transition terminate shut settle finalize~ dismiss",
  send:
    "send email mail message post notify reply respond? comment share forward publish broadcast announce~ alert ping~ " +
    "invite text~ submit deliver~ tweet remind inform",
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

export const actionBits = Object.fromEntries(actions.map((name, at) => [name, 1 << at])) as {
  readonly [A in Action]: Actions
}

/** Nouns of actions: "issued a refund", `create_refund`. */
const deeds =
  "pay:refund pay:payment pay:purchase pay:deposit pay:reimbursement pay:transfer publish:release remove:cancellation " +
  "remove:deletion remove:removal publish:deployment publish:rollout merge:merge change:update change:change " +
  "change:edit change:modification change:adjustment change:correction change:exchange change:return " +
  "change:transfer send:reply send:comment create:comment create:note create:review approve:role approve:access approve:permission create:booking create:reservation create:appointment"

/** What the noun of an action is called where it is another word than the verb. */
const deedNouns = new Map([
  ["reserve", "reservation"],
  ["book", "booking"],
  ["pay", "payment"],
  ["deploy", "deployment"],
  ["register", "registration"],
  ["subscribe", "subscription"],
  ["invite", "invitation"],
  ["reimburse", "reimbursement"]
])

export const deedNoun = (verb: string): string => deedNouns.get(verb) ?? verb

/** What light verbs make: "placed an order", "filed a bug". */
const products = new Set(
  (
    "order ticket issue bug pr pull request incident case claim complaint discussion account invoice certificate " +
    "voucher hold bid form application entry report credit channel thread poll dispute session card call"
  ).split(" ")
)

/** Verbs that mean a write with such a noun only. */
const lightVerbs =
  "make? perform? open? request? complete? process~ issue~ initiate~ place~ file~ raise~ submit~ finalize~ leave~ give~"

/** Base form and the past forms that no rule gives. */
const irregular =
  "send/sent write/wrote/written set/set put/put reset/reset rewrite/rewrote/rewritten overwrite/overwrote/overwritten " +
  "make/made build/built pay/paid buy/bought withdraw/withdrew/withdrawn run/ran/run shut/shut " +
  "cancel/cancelled/canceled label/labelled/labeled leave/left give/gave/given freeze/froze/frozen unfreeze/unfroze/unfrozen " +
  "hide/hid/hidden undo/undid/undone split/split bind/bound sell/sold rerun/reran/rerun"

/** Verbs whose last letter doubles. */
const doubling = new Set("drop ship stop swap commit submit log tag pin unpin transfer format permit refer".split(" "))

/** What a verb does, and whether it is also said of words and data alone. */
export interface Meaning {
  readonly actions: Actions
  readonly mark: Mark
}

type Mark = "?" | "~" | ""

export interface Verbs {
  /** By base form. */
  readonly meanings: ReadonlyMap<string, Meaning>
  /** The base form of a past form, both in lower case. */
  readonly pasts: ReadonlyMap<string, string>
  /** Those that only names of tools say. */
  readonly learned: ReadonlySet<string>
}

/** Verbs that a suite adds: the base form, and the past forms where they are irregular (`spin/spun`). */
export type AddedVerbs = Readonly<Record<string, Action>>

export const verbsWith = (added: AddedVerbs, learned: ReadonlySet<string> = new Set()): Verbs => {
  const meanings = new Map<string, Meaning>()
  const pasts = new Map<string, string>()
  const mean = (base: string, does: Actions, mark: Mark): void => {
    const before = meanings.get(base)
    const weaker = before === undefined || mark === "?" || before.mark === "" ? mark : before.mark
    meanings.set(base, { actions: does | (before?.actions ?? 0), mark: weaker })
    for (const form of irregularPastsOf.get(base) ?? [regularPast(base)]) pasts.set(form, base)
  }
  const meanAll = (marked: string, does: Actions): void => {
    for (const [, base = "", mark] of marked.matchAll(/(\S+?)([?~]?)(?:\s|$)/g)) mean(base, does, mark as Mark)
  }
  meanAll(lightVerbs, 0)
  for (const [action, verbs] of Object.entries(table)) meanAll(verbs, actionBits[action as Action])
  for (const [verb, action] of Object.entries(added)) {
    const [base = "", ...forms] = verb.toLowerCase().split("/")
    mean(base, actionBits[action] ?? 0, "")
    for (const form of forms) pasts.set(form, base)
  }
  for (const verb of learned) if (!meanings.has(verb)) mean(verb, actionBits.change, "?")
  return { meanings, pasts, learned }
}

/** Kept by the verbs that were learned, which few agents differ in. */
export const verbsLearning = (added: AddedVerbs | undefined, learned: ReadonlySet<string>): Verbs => {
  if (added !== undefined) return verbsWith(added, learned)
  const key = [...learned].join(" ")
  const before = learned.size === 0 ? knownVerbs() : lessons.get(key)
  const verbs = before ?? verbsWith({}, learned)
  if (lessons.size >= MOST_LESSONS) lessons.clear()
  if (learned.size > 0) lessons.set(key, verbs)
  return verbs
}

const lessons = new Map<string, Verbs>()
const MOST_LESSONS = 100

/** Made on first use: most starts of a suite read no claims. */
let known: Verbs | undefined
export const knownVerbs = (): Verbs => (known ??= verbsWith({}))

/** Verbs that undo each other, so that a tool of one did not do the other. */
const opposites: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = (
  "approve accept authorize grant permit confirm-reject decline deny revoke;enable activate-disable deactivate suspend;lock-unlock;pin-unpin;mute-unmute;" +
  "block freeze-unblock unfreeze;start launch resume restart-stop kill pause;assign-unassign;link-unlink;increase-decrease reduce;upgrade-downgrade;" +
  "star-unstar;archive-restore;open reopen-close resolve;deposit-withdraw"
)
  .split(";")
  .map((pair) => pair.split("-").map((side) => side.split(" ")) as unknown as [string[], string[]])

export const isOpposite = (one: string, other: string): boolean =>
  opposites.some(([a, b]) => (a.includes(one) && b.includes(other)) || (b.includes(one) && a.includes(other)))

/** What a noun of an action does; 0 for other nouns. */
export const deedOf = (noun: string): Actions => deedActions.get(noun) ?? 0

/** What a verb claims of its nouns; 0 for a light verb with another noun ("made a mistake"). */
export const actionsOf = (verb: string, meaning: Meaning, nouns: ReadonlyArray<string>, isNew = false): Actions => {
  const deed = nouns.reduce((all, noun) => all | deedOf(noun), 0)
  if (!light.has(verb)) return meaning.actions
  const makes =
    nouns.some((noun) => products.has(noun)) || (isNew && makers.has(verb) && !nouns.some((noun) => shown.has(noun)))
  return meaning.actions | deed | (makes ? actionBits.create : 0)
}

export const isProduct = (noun: string): boolean => products.has(noun)

export const isLight = (verb: string): boolean => light.has(verb)

/** "Opened a new deal" makes a deal; "opened a page" shows one. */
const makers = new Set("open file raise place issue".split(" "))
const shown = new Set(
  "page file browser url link tab app site website document folder menu window dialog view".split(" ")
)

const light = new Set(lightVerbs.replace(/[?~]/g, "").split(" "))

/** Whether a verb may be said of words and data alone, or of what others did. */
export const isWeak = ({ mark }: Meaning, own: boolean): boolean => mark === "?" || (mark === "~" && !own)

/** The base form of an irregular past form. */
export const irregularBase = (word: string): string | undefined => irregularPasts.get(word)

/** Each irregular past form with its base form. */
export const irregularForms = (): ReadonlyArray<readonly [form: string, base: string]> => [...irregularPasts]

const irregularPasts = new Map<string, string>()
const irregularPastsOf = new Map<string, ReadonlyArray<string>>()
for (const [base = "", ...forms] of irregular.split(" ").map((verb) => verb.split("/"))) {
  irregularPastsOf.set(base, forms)
  for (const form of forms) irregularPasts.set(form, base)
}

const deedActions = new Map<string, Actions>()
for (const [action, noun = ""] of deeds.split(" ").map((deed) => deed.split(":"))) {
  deedActions.set(noun, deedOf(noun) | actionBits[action as Action])
}

const regularPast = (base: string): string => {
  if (base.endsWith("e")) return `${base}d`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`
  return doubling.has(base) ? `${base}${base.at(-1)}ed` : `${base}ed`
}
