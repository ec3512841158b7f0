/**
 * `passhat/schema`: effect's Schema as far as it describes JSON, for catalogues that are written by hand. Generated
 * catalogues do not need it, and suites that do not import it do not load it.
 */
export * as Schema from "./language/dsl/Schema.ts"
