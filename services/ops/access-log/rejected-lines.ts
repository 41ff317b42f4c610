import { createWriteStream, type WriteStream } from 'node:fs'
import { access, constants, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { basename, dirname, resolve } from 'node:path'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import type { RawLine } from './split-lines.ts'

export interface RejectedLines {
  readonly examples: () => readonly Example[]
  add(line: RawLine): Promise<void>
  close(): Promise<void>
}

export interface Example {
  readonly number: number
  readonly text: string
}

const EXAMPLES_MAX = 10
const EXAMPLE_CHARS_MAX = 60

/** Beside the log, or in the current folder. @throws StartError when neither is writable */
export async function rejectedFileOf(log: string): Promise<string> {
  for (const folder of [dirname(resolve(log)), process.cwd()]) {
    if (await isWritable(folder)) return resolve(folder, `${basename(log)}.rejected`)
  }
  throw new StartError(
    `No hay dónde escribir ${basename(log)}.rejected: copia el archivo a una carpeta con permiso de escritura.`,
  )
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

/** Replaces an earlier run's file; without rejected lines it writes none. */
export async function openRejectedLines(file: string): Promise<RejectedLines> {
  await rm(file, { force: true })
  const examples: Example[] = []
  let stream: WriteStream | undefined

  async function add({ bytes, number, piece }: RawLine): Promise<void> {
    const isLine = piece === 'whole' || piece === 'first'
    if (isLine && examples.length < EXAMPLES_MAX) examples.push({ number, text: exampleOf(bytes) })
    stream ??= openForOwner(file)
    const isEnd = piece === 'whole' || piece === 'last'
    if (stream.errored !== null) throw cannotWrite(file, stream.errored)
    const hasRoom = stream.write(isEnd ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes)
    if (!hasRoom)
      await once(stream, 'drain').catch((cause: unknown) => Promise.reject(cannotWrite(file, cause)))
  }

  async function close(): Promise<void> {
    if (stream === undefined) return
    stream.end()
    await finished(stream).catch((cause: unknown) => Promise.reject(cannotWrite(file, cause)))
  }

  return { examples: () => examples, add, close }
}

/** Lines contain personal data, so only the owner may read the file. */
function openForOwner(file: string): WriteStream {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  stream.on('error', () => undefined) // the next `add` finds it in `stream.errored`
  return stream
}

const cannotWrite = (file: string, cause: unknown): StartError =>
  new StartError(
    `No se puede escribir ${file} (${codeOf(cause) ?? String(cause)}): haz espacio o revisa los permisos, y vuelve a ejecutar el mismo comando.`,
    { cause },
  )

const LOOKED_AT_BYTES = 4 * EXAMPLE_CHARS_MAX
const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*/g
/** A time of day also has colons. */
const TIME = /^\d{4}:\d\d:\d\d:\d\d$/

/** Masks address, user, query strings and control characters. */
export function exampleOf(bytes: Buffer): string {
  return bytes
    .subarray(0, LOOKED_AT_BYTES)
    .toString('latin1')
    .replace(
      /^(\S+)( \S+ )?([^\s[]+)?/,
      (_all, _address, middle = '', user = '') => `•${middle}${masked(user)}`,
    )
    .replace(ADDRESS, (found) => (TIME.test(found) ? found : '•'))
    .replace(/\?\S*/g, '?…')
    .slice(0, EXAMPLE_CHARS_MAX)
    .replace(/[^\u0020-\u007e\u00a0-\u00ff•…]/g, '·')
}

const masked = (user: string): string => (user === '' || user === '-' ? user : '•')
