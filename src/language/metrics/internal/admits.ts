/**
 * Whether a text admits that something failed or was not found: "there is no order 9", "I could not reach the server".
 */

/** A sentence with a condition or an offer admits nothing: "if it does not show, let me know". */
export const admitsError = (text: string): boolean =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[.!?\n](?=\s|$)/)
    .some((sentence) => !conditions.test(sentence) && admissions.test(sentence.replace(denials, "")))

/** Bounds the cost of any text. */
const LONGEST = 20_000

const conditions = /\b(?:if|unless|in case|hesitate|worry|forget)\b/

/** What denies a failure: "without errors", "no problem". */
const denials =
  /\b(?:no|without(?: any)?|zero|0|free of|not fail(?:ed)?|fixed|fixes|corrected|resolved|handles?)(?: \w+)? (?:errors?|problems?|issues|failures?|failing|warnings?)\b/g

const admissions = new RegExp(
  "\\b(?:" +
    [
      "(?:could|can|was|were|is|are|did|do|does|has|have|had|would|wo|ca|am)(?:n't| not)",
      "cannot|unable|impossible|inaccessible|unavailable|unreachable|unsuccessful(?:ly)?|unfortunately|sorry|afraid|apologi[sz]e|regret",
      "fail(?:s|ed|ing|ure|ures)?|errors?|exception|invalid|unknown|denied|refused|rejected|forbidden|unauthori[sz]ed",
      "timed out|time-?out|went wrong|(?:a|the|some) problem|an issue|ran into|encountered|trouble|(?:is|are|was|were) (?:currently )?(?:locked|blocked|missing|down)|came back empty|outage|insufficient|incomplete|return(?:s|ed|ing) (?:an? )?[45]\\d\\ds?",
      "not (?:found|exist|available|possible|able|allowed|permitted|supported|recogni[sz]ed|valid|accessible|there|have|responding)",
      "(?:is|are|was|were|be|has|have|had|found|find|see|returned|returns|got|exists?) (?:currently )?(?:no|none|nothing)|no such|no longer|nothing (?:was|is|matched|matches|came|turned up)",
      "(?:no|zero) (?:match(?:es|ing)?|results?|records?|entries|hits?)|no [a-z0-9 -]{1,30} (?:by|with|of|called|named|under) th(?:at|is)",
      "no [a-z0-9' -]{1,40}(?:exists?|match(?:es|ed)?|found|available|returned|results?)\\b"
    ].join("|") +
    ")(?![a-z])"
)
