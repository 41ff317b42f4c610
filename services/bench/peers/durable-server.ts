import { randomBytes } from 'node:crypto'
import { ensureDatabase, startPostgresServer } from '@app/embedded-postgres/postgres-server.ts'
import { withConnection } from '@app/postgres/connection.ts'
import type { Context } from '../frame.ts'

const SETTINGS = `select name, setting from pg_settings
  where name in ('fsync', 'synchronous_commit', 'full_page_writes')`

/** The product's PostgreSQL. @throws Error when an acknowledged event may be lost */
export async function startDurableServer(
  folder: string,
  onClose: Context['onClose'],
): Promise<Pick<Context, 'database'> & { readonly version: string }> {
  const password = randomBytes(16).toString('hex')
  const server = await startPostgresServer({ dataDir: folder, password, say: () => undefined })
  onClose(() => server.stop())
  const version = await withConnection(server.url('postgres'), async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(SETTINGS)
    for (const { name, setting } of rows) if (setting !== 'on') throw new Error(`${name} is ${setting}`)
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
    return versions[0]!.server_version
  })
  const database = async (name: string): Promise<string> => {
    await ensureDatabase(server, name)
    return server.url(name)
  }
  return { version, database }
}
