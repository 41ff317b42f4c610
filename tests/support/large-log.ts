import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutIndexes } from '@app/bench/size/indexes.ts'
import { EMBEDDED_DATABASE, startPostgresServer } from '@app/embedded-postgres/postgres-server.ts'
import pg from 'pg'

/** Rows as the product writes them, each in a stream of its own. */
const CODES = `
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select last.position + n, 'activationCode-ADDED' || lpad(n::text, 10, '0'), 0, gen_random_uuid(),
    'CodeIssued', 1, '{"maxProfiles":1}', last.meta, last.recorded_at
  from (select position, meta, recorded_at from log.events order by position desc limit 1) last,
    generate_series(1, $1::bigint) n`

/** Adds activation codes, which no read model handles, to the log of a product that does not run, past the product. */
export async function addUnhandledEvents(dataDir: string, events: number): Promise<void> {
  await inDatabaseOf(dataDir, async (client) => {
    const { rowCount } = await withoutIndexes(client, 'log.events', () => client.query(CODES, [events]))
    if (rowCount !== events) throw new Error(`${rowCount} events were added, not ${events}`)
    await client.query('analyze log.events')
  })
}

/** Works in the database of a product that does not run, past the product. */
export async function inDatabaseOf(
  dataDir: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const password = (await readFile(join(dataDir, 'secrets', 'postgres'), 'utf8')).trim()
  const server = await startPostgresServer({ dataDir, password, say: () => undefined, durable: false })
  // Without any limit of time: a busy machine takes a minute for a million rows.
  const client = new pg.Client({ connectionString: server.url(EMBEDDED_DATABASE) })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
    await server.stop()
  }
}
