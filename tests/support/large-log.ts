import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutIndexes } from '@app/bench/size/indexes.ts'
import { EMBEDDED_DATABASE, startPostgresServer } from '@app/embedded-postgres/postgres-server.ts'
import pg from 'pg'

/** Rows as the product writes them, each in a stream of its own, of a profile that is gone. */
const PREVIEWS = `
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select last.position + n, 'interaction-' || gen_random_uuid(), 0, gen_random_uuid(), 'PagePreviewed', 1,
    '{"profileId":"00000000-0000-4000-8000-00000000f00d","app":"whatsapp","userAgent":"WhatsApp/2.23","request":"get"}',
    last.meta, last.recorded_at
  from (select position, meta, recorded_at from log.events order by position desc limit 1) last,
    generate_series(1, $1::bigint) n`

/** Adds previews of pages, which only traffic counts, to the log of a product that does not run, past the product. */
export async function addPreviews(dataDir: string, events: number): Promise<void> {
  await inDatabaseOf(dataDir, async (client) => {
    const { rowCount } = await withoutIndexes(client, 'log.events', () => client.query(PREVIEWS, [events]))
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
