/**
 * A cassette without what differs between two recordings of the same script: times, the version of passhat, and the checksums that cover them.
 */
export const lasting = (cassette = ""): string =>
  withoutSums(
    cassette
      .replaceAll(/("recorded_at":")[^"]*/g, "$1")
      .replaceAll(/("passhat":")[^"]*/g, "$1")
      .replaceAll(/("latency_ms":)[\d.]+/g, "$10")
  )

/** A cassette without its checksums, which follow from all of it. */
export const withoutSums = (cassette: string): string => cassette.replaceAll(/^\{"checksum":"\w+",/gm, "{")
