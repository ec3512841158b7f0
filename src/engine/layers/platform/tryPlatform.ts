/**
 * Calls `node:fs`. A failure is a typed error that names the method, the path and the system's error code.
 */
import * as Effect from "effect/Effect"
import * as PlatformError from "effect/PlatformError"
import { errorCode } from "../../../base/std/errorCode.ts"

const tags: Readonly<Record<string, PlatformError.SystemErrorTag>> = {
  EACCES: "PermissionDenied",
  EBUSY: "Busy",
  EEXIST: "AlreadyExists",
  EISDIR: "BadResource",
  ENOENT: "NotFound",
  ENOTDIR: "BadResource",
  EPERM: "PermissionDenied"
}

export const tryPlatform = <A>(
  method: string,
  path: string,
  call: () => Promise<A>
): Effect.Effect<A, PlatformError.PlatformError> =>
  Effect.tryPromise({
    try: call,
    catch: (cause) => {
      const code = errorCode(cause)
      return PlatformError.systemError({
        _tag: tags[code] ?? "Unknown",
        module: "FileSystem",
        method,
        pathOrDescriptor: path,
        // The code alone: the message differs between runtimes.
        description: code,
        cause
      })
    }
  })
