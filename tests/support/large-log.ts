import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

interface Dropped {
  readonly drop: string
  readonly make: string
}

const INDEXES = `
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
from pg_constraint where conrelid = $1::regclass and contype = 'u'
union all
select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
from pg_index i where indrelid = $1::regclass and not indisprimary
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
`

/** Makes the indexes afterwards: random keys would write them page by page. */
async function withoutIndexes<Result>(
  client: pg.Client,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query<Dropped>(INDEXES, [table])
  for (const { drop } of rows) await client.query(drop)
  const result = await work()
  for (const { make } of rows) await client.query(make)
  return result
}
