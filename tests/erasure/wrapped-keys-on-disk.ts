import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { KEY_BYTES, open } from '@app/services/kernel/keys/sealing.ts'
import { formsIn, type SoughtForm } from './erased-words.ts'

/** A key of 32 bytes, wrapped by AES-256-GCM: nonce, tag, key. */
const WRAPPED_BYTES = 12 + 16 + KEY_BYTES
/** PostgreSQL's length byte before a short value, in heap and WAL alike. */
const LENGTH_BYTE = ((WRAPPED_BYTES + 1) << 1) | 1

export interface DiskFile {
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
export interface WrappedName {
  readonly name: string
  readonly place: string
}

/** All keys of these names in the files that one of the wrapping keys opens. */
export async function keysOpened(
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
      for (const { place } of named) opened.push(...wrappedBy.flatMap((key) => keyIn(key, place, wrapped)))
    }
  }
  return opened
}

function keyIn(key: Buffer, place: string, wrapped: Buffer): readonly Buffer[] {
  if (wrapped.length < WRAPPED_BYTES) return []
  try {
    const plain = open(key, place, wrapped)
    return plain.length === KEY_BYTES ? [plain] : []
  } catch {
    return []
  }
}
