/**
 * The tables of a queue, and the rights that a role needs: what `passhat queue init` executes and `passhat queue init --print` prints.
 *
 * `queue` and `queue_migrations` are those of effect's PersistedQueue, as its own migrations leave them: it finds them done, so that a
 * worker needs no right to create anything. A test compares the two.
 */
import { SCHEMA } from "./database.ts"

/** A file of changes a version, the first one first. What was published is never edited. */
const versions: ReadonlyArray<string> = [
  `CREATE TABLE queue (
  sequence BIGSERIAL PRIMARY KEY,
  id VARCHAR(255) NOT NULL,
  queue_name VARCHAR(255) NOT NULL,
  element TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_failure TEXT NULL,
  acquired_at TIMESTAMP NULL,
  acquired_by UUID NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  state VARCHAR(10) NOT NULL,
  visible_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX idx_queue_id ON queue (id, queue_name);
CREATE INDEX idx_queue_update ON queue (sequence, acquired_by);
-- effect's own has no sequence: without statistics of a new plan, all that waits would be sorted for every unit that is taken.
CREATE INDEX idx_queue_take ON queue (queue_name, visible_at, sequence) WHERE state = 'pending';
CREATE TABLE queue_migrations (
  migration_id INTEGER PRIMARY KEY,
  created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
  name TEXT NOT NULL
);
INSERT INTO queue_migrations (migration_id, name) VALUES (1, 'create_table'), (2, 'upgrade_schema');

CREATE TABLE plans (
  fingerprint TEXT PRIMARY KEY,
  published_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
  plan TEXT NOT NULL
);
-- One row a run that was asked for. unit is the id of its row in queue.
CREATE TABLE runs (
  plan TEXT NOT NULL REFERENCES plans ON DELETE CASCADE,
  cell TEXT COLLATE "C" NOT NULL,
  index INTEGER NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0,
  unit TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  worker TEXT NOT NULL DEFAULT '',
  started_at TIMESTAMP WITH TIME ZONE NULL,
  kept_at TIMESTAMP WITH TIME ZONE NULL,
  issue TEXT NULL,
  PRIMARY KEY (plan, cell, index)
) WITH (fillfactor = 70);
-- One row a run that was recorded: its line of the cassette, without secrets.
CREATE TABLE results (
  plan TEXT NOT NULL,
  cell TEXT COLLATE "C" NOT NULL,
  index INTEGER NOT NULL,
  worker TEXT NOT NULL,
  header TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (plan, cell, index),
  FOREIGN KEY (plan, cell, index) REFERENCES runs ON DELETE CASCADE
);
-- Headers of cassettes without their time: the same one for most runs of a cell.
CREATE TABLE headers (sha256 TEXT PRIMARY KEY, header TEXT NOT NULL);
CREATE TABLE media (
  plan TEXT NOT NULL REFERENCES plans ON DELETE CASCADE,
  cell TEXT COLLATE "C" NOT NULL,
  sha256 TEXT NOT NULL,
  base64 TEXT NOT NULL,
  PRIMARY KEY (plan, cell, sha256)
);

-- request_at, token_at: when the next request may be sent by each limit. Every hold is another epoch.
CREATE TABLE rates (
  pattern TEXT PRIMARY KEY,
  shape TEXT NOT NULL,
  is_set BOOLEAN NOT NULL,
  requests DOUBLE PRECISION NULL,
  tokens DOUBLE PRECISION NULL,
  mean_tokens DOUBLE PRECISION NULL,
  request_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
  token_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
  held_until TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
  epoch BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 10);
CREATE TABLE budgets (
  name TEXT PRIMARY KEY,
  tokens NUMERIC NULL,
  picodollars NUMERIC NULL,
  spent_tokens NUMERIC NOT NULL DEFAULT 0,
  spent_picodollars NUMERIC NOT NULL DEFAULT 0
) WITH (fillfactor = 10);`
]

/** The version of the tables that this passhat knows. */
export const SCHEMA_VERSION = versions.length

/** What takes a database from a version to this one; 0 is one without the tables. In one transaction, since half of it is of no use. */
export const migration = (from: number): string =>
  [
    "BEGIN;",
    ...(from === 0
      ? [
          `CREATE SCHEMA IF NOT EXISTS ${SCHEMA};`,
          `CREATE TABLE ${SCHEMA}.version (version INTEGER NOT NULL);`,
          `INSERT INTO ${SCHEMA}.version VALUES (0);`
        ]
      : []),
    `SET LOCAL search_path TO ${SCHEMA};`,
    ...versions.slice(from),
    `UPDATE version SET version = ${SCHEMA_VERSION};`,
    "COMMIT;\n"
  ].join("\n")

/** For a database without the tables. */
export const ddl: string = migration(0)

/**
 * The rights of a role that only works: it takes runs and keeps their results, and neither creates a table, adds or removes runs, nor
 * reads results.
 */
export const workerGrants = (role: string): string =>
  grants(role, [
    "SELECT ON version, plans, runs, queue, queue_migrations, rates, budgets, headers, media",
    "UPDATE ON runs, queue, queue_migrations, rates, budgets",
    "INSERT ON results, headers, media, rates"
  ])

/** The rights of a role that records, collects and judges as well: those of a worker, and these. */
export const recorderGrants = (role: string): string =>
  grants(role, [
    "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA passhat",
    "USAGE ON ALL SEQUENCES IN SCHEMA passhat"
  ])

const grants = (role: string, rights: ReadonlyArray<string>): string => {
  const quoted = `"${role.replaceAll('"', '""')}"`
  const qualified = rights.map((right) =>
    right.includes(" ALL ") ? right : right.replace(/ON (.*)/, (_, names: string) => `ON ${tables(names)}`)
  )
  return [`USAGE ON SCHEMA ${SCHEMA}`, ...qualified].map((right) => `GRANT ${right} TO ${quoted};\n`).join("")
}

const tables = (names: string): string =>
  names
    .split(", ")
    .map((name) => `${SCHEMA}.${name}`)
    .join(", ")
