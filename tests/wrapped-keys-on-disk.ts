import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_BYTES, open } from '@app/vault/sealing.ts'
import { subjectKeyPlace } from '@app/vault/subject-keys.ts'

/** A key of 32 bytes as AES-256-GCM wraps it: nonce, tag, key. */
const WRAPPED_BYTES = 12 + 16 + KEY_BYTES
/** How PostgreSQL says before a short value that it is so long, in heap and WAL alike. */
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
      // What the server removes meanwhile is not there any more.
      const isFile = (await stat(path).catch(() => undefined))?.isFile() === true
      const bytes = isFile ? await readFile(path).catch(() => undefined) : undefined
      if (bytes !== undefined) files.push({ path, bytes })
    }
  return files
}

/** In which files a word lies, as it is written or in the two usual encodings of bytes. */
export function filesWith(files: readonly DiskFile[], word: string): readonly string[] {
  const forms = [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64').slice(0, -4)]
  return files.filter(({ bytes }) => forms.some((form) => bytes.includes(form))).map(({ path }) => path)
}

/** How often one of the keys opens something that looks like a wrapped key of one of the subjects. */
export function countOpened(
  files: readonly DiskFile[],
  subjects: readonly string[],
  keys: readonly Buffer[],
): number {
  let count = 0
  for (const { bytes } of files) {
    const named = subjects.filter((subject) => bytes.includes(subject))
    if (named.length === 0) continue
    for (let at = bytes.indexOf(LENGTH_BYTE); at >= 0; at = bytes.indexOf(LENGTH_BYTE, at + 1)) {
      const wrapped = bytes.subarray(at + 1, at + 1 + WRAPPED_BYTES)
      for (const subject of named) if (keys.some((key) => isOpen(key, subject, wrapped))) count += 1
    }
  }
  return count
}

function isOpen(key: Buffer, subject: string, wrapped: Buffer): boolean {
  if (wrapped.length < WRAPPED_BYTES) return false
  try {
    return open(key, subjectKeyPlace(subject), wrapped).length === KEY_BYTES
  } catch {
    return false
  }
}
