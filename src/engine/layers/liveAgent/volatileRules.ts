/**
 * What frameworks put into requests to a model that differs from run to run or from machine to machine, and says nothing about the
 * agent. It is left out where the requests of today are compared with the recorded ones.
 *
 * The rules of a framework hold for its own requests only: in those of others, the same words may be meant.
 */

export interface VolatileRules {
  readonly framework: string
  /** What only requests of the framework hold, in their JSON. */
  readonly sign: RegExp
  readonly rules: ReadonlyArray<{
    /** Why it differs. */
    readonly why: string
    /** A path into the body, or a pattern of a part of any text. */
    readonly leftOut: string | RegExp
    /** It is in one text or in another: nothing is put in its place. */
    readonly moves?: true
  }>
}

export const volatileRules: ReadonlyArray<VolatileRules> = [
  {
    framework: "Claude Agent SDK and Claude Code",
    sign: /You are Claude Code|Claude Agent SDK|x-anthropic-billing-header:/,
    rules: [
      { why: "an id of the user and of the session", leftOut: "metadata.user_id" },
      {
        why: "the version of the program and a checksum of the request",
        leftOut: /x-anthropic-billing-header:[^\n]*/g
      },
      {
        why: "where and on which machine it runs",
        leftOut:
          /(?<=^[ \t]*(?:- )?(?:(?:Primary w|W)orking directory|Additional working directories|Platform|Shell|OS Version): ?).*$/gm
      },
      { why: "the day", leftOut: /(?<=Today's date(?: is|:) )\d{4}[-/]\d{2}[-/]\d{2}/g },
      {
        why: "the state of the git repository around it",
        leftOut: /(?<=^(?:gitStatus: |# gitStatus\n))[^]*?(?=\n\nClaude Code attached|\n# |\n<\/|$(?![^]))/gm
      },
      { why: "files of the session, named by its id", leftOut: /\/tmp\/claude[^\s"'`]*/g },
      {
        why: "files of the user, named by the working directory",
        leftOut: /(?<![^\s"'`])[^\s"'`]*[\\/]projects[\\/](?:-|[A-Za-z]--)[^\s"'`]*/g
      },
      { why: "ids of subagents", leftOut: /(?<=\bagentId: |\bSendMessage with to: ')\w+/g },
      {
        why: "ids of commands in the background",
        leftOut: /(?<=\brunning in background with ID: |<task-id>)\w+/g
      },
      { why: "how long a subagent took", leftOut: /(?<=^duration_ms: )\d+(?=<\/usage>)/gm },
      {
        why: "what it adds to the result that came last of several",
        leftOut: /\s*<system-reminder>\s*<total_tokens>[^<]*<\/total_tokens>\s*<\/system-reminder>/g,
        moves: true
      },
      { why: "where the cache of the provider ends", leftOut: "messages[*].content[*].cache_control" }
    ]
  },
  {
    framework: "Pydantic AI",
    sign: /pyd_ai_[0-9a-f]{32}/,
    rules: [{ why: "ids of calls that it makes up", leftOut: /pyd_ai_[0-9a-f]{32}/g }]
  }
]
