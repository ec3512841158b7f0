/**
 * The parts of a fingerprint that a header shows, held against a hash of their own.
 *
 * The fingerprint is a hash of what the agent was given; of that the header shows what is left after redaction, so the fingerprint
 * cannot tell whether the parts were edited. Recordings of earlier recorders have no second hash.
 */
import type { Header } from "../../base/domain/recording/Cassette.ts"
import { fingerprint } from "../../base/domain/plan/fingerprint.ts"

/** The header with the hash of its parts as they are now. */
export const withPartsHash = (header: Header): Header => {
  const { parts, sha256 } = header.fingerprint
  return { ...header, fingerprint: { sha256, parts, parts_sha256: fingerprint(parts) } }
}

/** Needs the parts as the file has them: a Schema drops those of a later version, which the hash covers. */
export const showsRecordedParts = ({ fingerprint: { parts, parts_sha256 } }: Pick<Header, "fingerprint">): boolean =>
  parts_sha256 === undefined || parts_sha256 === fingerprint(parts)
