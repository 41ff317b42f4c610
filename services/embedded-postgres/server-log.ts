import { closeSync, existsSync, fstatSync, openSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const LOG_BYTES_MAX = 5 * 1024 * 1024
const TAIL_BYTES = 8 * 1024
const TAIL_LINES = 12

export const postgresLogOf = (dataDir: string): string => join(dataDir, 'postgres.log')

/** Renames a log beyond the limit, in place of the one renamed before. */
export function openPostgresLog(dataDir: string) {
  const path = postgresLogOf(dataDir)
  if (existsSync(path) && statSync(path).size > LOG_BYTES_MAX) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, bytes: fstatSync(descriptor).size, close: () => closeSync(descriptor) }
}

export async function tailOfPostgresLog(dataDir: string, bytes: number): Promise<string> {
  const file = await open(postgresLogOf(dataDir))
  try {
    const { size } = await file.stat()
    const position = Math.max(bytes, size - TAIL_BYTES)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position })
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  } finally {
    await file.close()
  }
}
