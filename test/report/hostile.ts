/**
 * Text that tries to steer a terminal, a CI runner, an XML or an HTML reader.
 */
import * as fc from "fast-check"

export const hostile: ReadonlyArray<string> = [
  "\u001b[31mred\u001b[0m",
  "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007",
  "\u001b]52;c;ZXZpbA==\u0007",
  "\u009b2J\u009d0;title\u009c",
  "\u202egnirts\u202c \u2066isolated\u2069",
  "zero\u200bwidth\ufeff\u2060",
  "tag\u{e0041}\u{e007f}",
  "<script>alert(1)</script>",
  `"><testcase name='x'/>`,
  "]]>",
  "<![CDATA[x",
  "&#27;&amp;&lt;",
  "</script><script>alert(1)</script>",
  "<!--<script>",
  "<img src=x onerror=alert(1)><svg onload=alert(1)>",
  `' onmouseover="alert(1)" style="color:red`,
  "javascript:alert(1)",
  "[click](javascript:alert(1)) ![x](http://evil.example/x.png)",
  "| a | b |\n| - | - |\n# heading <details>",
  "~0",
  "::set-output name=x::y",
  "  ::error::boom",
  "\u00a0\u3000::stop-commands::x",
  ":",
  "##[command]rm",
  "x ###[[error]",
  "##",
  "[",
  "a\n::warning::b",
  "a\r::notice::b",
  "a\u2028b\u2029c\u0085d",
  "\ud800 alone \udc00",
  "\u0000\u0008\u000b\u000c\u007f\t",
  "\ufffe\uffff",
  "__proto__",
  ""
]

/** What neither a terminal nor a CI runner may be sent: control, bidi, zero-width and tag characters, and commands. */
export const OFFENCE = new RegExp(
  [
    String.raw`(?!\n)[\p{Cc}\p{Cs}\u{61c}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{e0000}-\u{e0fff}]`,
    String.raw`##\[`,
    String.raw`^\s*::`
  ].join("|"),
  "mu"
)

/** Any text, and any mix of the above. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...hostile, "a", " ", "::", "#"), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
  fc.array(fc.nat(0xff_ff), { maxLength: 12 }).map((units) => String.fromCharCode(...units))
)
