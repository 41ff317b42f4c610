import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  EMBEDDED_DATABASE,
  findRunningPostgres,
} from '@app/services/product/embedded-postgres/postgres-server.ts'
import { postgresUrl, withConnection } from '@app/services/platform/postgres/connection.ts'
import type { LogPlace } from '../support/log-places.ts'
import { filesBelow, keysOpened, type WrappedName } from './wrapped-keys-on-disk.ts'

const SECRET_BYTES = 32

/** Makes the server write its memory to its files. */
export async function checkpoint(dataDir: string): Promise<void> {
  const password = (await readFile(join(dataDir, 'secrets', 'postgres'), 'utf8')).trim()
  const url = postgresUrl(findRunningPostgres(dataDir)!.port, password, EMBEDDED_DATABASE)
  await withConnection(url, async (client) => void (await client.query('checkpoint')))
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
