/**
 * What a replay may ask of the system, and the sentences for everything else.
 */
import { join, resolve } from "node:path"
import type { SystemCall } from "./strace.ts"

export interface Allowed {
  /** What is read: the project, the installed package, and what belongs to the runtime. */
  readonly read: ReadonlyArray<string>
  /** What is written: the reports that were asked for, the red cells in the user's cache, and the runtime's own cache. */
  readonly written: ReadonlyArray<string>
  readonly cwd: string
}

/** Of the system, for the runtime to start: libraries, the number of cores, the size of the memory, the time zone, random numbers. */
export const ofSystem: ReadonlyArray<string> = [
  ..."/lib /lib64 /usr/lib /usr/share/zoneinfo /proc /sys /dev/null /dev/urandom /dev/tty /dev/pts".split(" "),
  ..."/etc/ld.so.cache /etc/localtime /etc/ssl".split(" ")
]

export const offencesIn = (calls: ReadonlyArray<SystemCall>, allowed: Allowed): ReadonlyArray<string> => {
  const [, ...started] = calls.filter(({ hasFailed, name }) => name.startsWith("execve") && !hasFailed)
  const programs = started.map(({ text }) => `starts a program: ${text}`)
  const sockets = calls.filter(isOutside).map(({ name, text }) => `asks the network: ${name}(${text}`)
  const done = calls.filter(({ hasFailed }) => !hasFailed)
  const outside = (chosen: ReadonlyArray<SystemCall>, folders: ReadonlyArray<string>): ReadonlyArray<string> =>
    chosen
      .flatMap(({ paths }) => paths.map((path) => resolve(allowed.cwd, path.replace(/ \(deleted\)$/, ""))))
      .filter((path) => !folders.some((folder) => path === folder || path.startsWith(`${folder}/`)))
  const written = outside(done.filter(isWritten), [...allowed.written, "/dev/null", "/dev/tty"])
  const read = outside(done.filter(isOpened), [...allowed.read, ...allowed.written, ...ofSystem])
  // Runtimes look for packages in the folders above.
  const isAbove = (path: string): boolean => allowed.read.some((folder) => folder.startsWith(join(path, "/")))
  return [
    ...new Set([
      ...programs,
      ...sockets,
      ...written.map((path) => `writes ${path}`),
      ...read.filter((path) => !isAbove(path)).map((path) => `reads ${path}`)
    ])
  ]
}

/** Standard output may be a socket of this machine, which another process has opened. */
const isOutside = ({ name, text }: SystemCall): boolean =>
  /^(?:connect|bind|listen|accept4?)$/.test(name) ||
  (/^send(?:to|msg|mmsg)$/.test(name) && !/^\d+<UNIX/.test(text)) ||
  (name === "socket" && !text.startsWith("AF_UNIX"))

const isOpened = ({ name }: SystemCall): boolean => /^open(?:at2?)?$/.test(name)

const isWritten = (call: SystemCall): boolean =>
  isOpened(call)
    ? /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(call.text)
    : /^(?:creat|link|mkdir|mknod|rename|rmdir|symlink|truncate|unlink|chmod|chown|lchown|utime)/.test(call.name)
