import { isAscii } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { databaseUrlOf } from '../kills/product-log.ts'
import type { LogPlace } from '../support/log-places.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { KEY_BYTES, open } from '@app/services/kernel/keys/sealing.ts'

/** Encodings of a person's texts in files, for the search after an erasure. */

const BASE64_PAD = [0, 2, 3]

/** Base64 at all three offsets, without the letters that depend on neighbouring bytes. */
function base64Forms(bytes: Buffer): readonly string[] {
  return BASE64_PAD.map((cut, before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(cut, whole)
  })
}

const asJson = (word: string): string =>
  JSON.stringify(word)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const asQuotedPrintable = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase()}`))
    .join('')

/** Raw bytes, hex and base64. */
export const formsOfBytes = (bytes: Buffer): readonly Buffer[] => [
  bytes,
  ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...base64Forms(bytes)].map((text) =>
    Buffer.from(text),
  ),
]

/** A word in every encoding that a program may write. */
export function formsOfWord(word: string): readonly Buffer[] {
  const utf8 = Buffer.from(word)
  const forms = [
    ...formsOfBytes(utf8),
    Buffer.from(word, 'utf16le'),
    Buffer.from(word, 'utf16le').swap16(),
    Buffer.from(word, 'latin1'),
    Buffer.from(asJson(word)),
    Buffer.from(asQuotedPrintable(utf8)),
    Buffer.from(encodeURIComponent(word)),
  ]
  return [...new Map(forms.map((form) => [form.toString('hex'), form])).values()]
}

export interface SoughtForm {
  /** The name in a failure. */
  readonly name: string
  readonly form: Buffer
}

const PREFIXES = 65_536

/** Names of all forms in the bytes. Searches in one pass, because both are many. */
function formsIn(bytes: Buffer, sought: readonly SoughtForm[]): ReadonlySet<string> {
  const byPrefix: SoughtForm[][] = []
  const isPrefix = new Uint8Array(PREFIXES)
  for (const one of sought) {
    const prefix = one.form.readUInt16LE(0)
    isPrefix[prefix] = 1
    ;(byPrefix[prefix] ??= []).push(one)
  }
  const found = new Set<string>()
  let prefix = 0
  for (let at = 0; at < bytes.length; at += 1) {
    prefix = (prefix >> 8) | (bytes[at]! << 8)
    if (isPrefix[prefix] === 0) continue
    for (const { name, form } of byPrefix[prefix]!)
      if (form.equals(bytes.subarray(at - 1, at - 1 + form.length))) found.add(name)
  }
  return found
}

const SECRET_BYTES = 32

/** Makes the server write its memory to its files. */
export async function checkpoint(dataDir: string): Promise<void> {
  await withConnection(
    await databaseUrlOf(dataDir),
    async (client) => void (await client.query('checkpoint')),
  )
}

/** All secrets: any of them that unwraps a key would be found. */
async function keysIn(dataDir: string): Promise<readonly Buffer[]> {
  const secrets = join(dataDir, 'secrets')
  const texts = await Promise.all(
    (await readdir(secrets)).map((name) => readFile(join(secrets, name), 'utf8')),
  )
  return texts
    .map((text) => Buffer.from(text, 'base64').subarray(0, SECRET_BYTES))
    .filter(({ length }) => length === SECRET_BYTES)
}

/** Wrapped keys in any file that can be opened now. */
export const keysThatOpen = async (
  dataDir: string,
  folders: readonly string[],
  names: readonly WrappedName[],
) => keysOpened(await filesBelow(...folders), names, await keysIn(dataDir))

/** The log as text, read without the product. */
export const textOfLog = async (place: Pick<LogPlace, 'read'>, dataDir: string): Promise<Buffer> =>
  Buffer.from(
    JSON.stringify(await place.read(dataDir), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )

/** A key of 32 bytes, wrapped by AES-256-GCM: nonce, tag, key. */
const WRAPPED_BYTES = 12 + 16 + KEY_BYTES
/** PostgreSQL's length byte before a short value, in heap and WAL alike. */
const LENGTH_BYTE = ((WRAPPED_BYTES + 1) << 1) | 1

interface DiskFile {
  readonly path: string
  readonly bytes: Buffer
}

/** Every file below some folders. */
export async function filesBelow(...folders: readonly string[]): Promise<readonly DiskFile[]> {
  const files: DiskFile[] = []
  for (const folder of folders)
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name)
      // The server may remove files during the search.
      const isFile = (await stat(path).catch(() => undefined))?.isFile() === true
      const bytes = isFile ? await readFile(path).catch(() => undefined) : undefined
      if (bytes !== undefined) files.push({ path, bytes })
    }
  return files
}

/** A person's data by file. */
export const leftIn = (files: readonly DiskFile[], sought: readonly SoughtForm[]): readonly string[] =>
  files.flatMap(({ path, bytes }) => [...formsIn(bytes, sought)].map((name) => `${name} in ${path}`))

/** The name of a wrapped key, and the data that its wrapping is bound to. */
interface WrappedName {
  readonly name: string
  readonly place: string
}

/** All keys of these names in the files that one of the wrapping keys opens. */
async function keysOpened(
  files: readonly DiskFile[],
  names: readonly WrappedName[],
  wrappedBy: readonly Buffer[],
): Promise<readonly Buffer[]> {
  const opened: Buffer[] = []
  for (const { bytes } of files) {
    // Without turns, `fetch` hears only in the next call that the product has closed its idle connection.
    await nextTurn()
    const named = names.filter(({ name }) => bytes.includes(name))
    if (named.length === 0) continue
    for (let at = bytes.indexOf(LENGTH_BYTE); at >= 0; at = bytes.indexOf(LENGTH_BYTE, at + 1)) {
      const wrapped = bytes.subarray(at + 1, at + 1 + WRAPPED_BYTES)
      // The length byte is a brace too, and JSON is no key.
      if (wrapped.length < WRAPPED_BYTES || isAscii(wrapped)) continue
      for (const { place } of named) opened.push(...wrappedBy.flatMap((key) => keyIn(key, place, wrapped)))
    }
  }
  return opened
}

function keyIn(key: Buffer, place: string, wrapped: Buffer): readonly Buffer[] {
  try {
    const plain = open(key, place, wrapped)
    return plain.length === KEY_BYTES ? [plain] : []
  } catch {
    return []
  }
}
