import type pg from 'pg'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import { holdEpoch, newPictureKey, sealRendition, type PictureSealing } from './picture-keys.ts'

export interface PlainPicturesDeps extends PictureSealing {
  readonly db: pg.Pool
}

const PAGE_PICTURES = 50

/** For pictures stored before pictures were sealed. Safe in several processes. @returns 0 when none is left */
export async function sealPlainPictures(deps: PlainPicturesDeps): Promise<number> {
  const { db } = deps
  const { rows } = await db.query<{ ref: string }>(
    'select distinct ref from vault.plain_renditions order by ref limit $1',
    [PAGE_PICTURES],
  )
  for (const { ref } of rows) await inTransaction(db, (client) => sealPicture(deps, client, ref))
  if (rows.length === 0) await inTransaction(db, truncateWhenEmpty)
  return rows.length
}

interface PlainRow {
  readonly name: string
  readonly bytes: Buffer
}

async function sealPicture(deps: PictureSealing, client: pg.PoolClient, ref: string): Promise<void> {
  const wrappedBy = await holdEpoch(client, deps.wrapping)
  // Waits for a concurrent removal or sealing before the renditions are read.
  await client.query('select from vault.images where ref = $1 for update', [ref])
  const { rows } = await client.query<PlainRow>(
    'select name, bytes from vault.plain_renditions where ref = $1',
    [ref],
  )
  if (rows.length === 0) return
  const { key, row } = newPictureKey(deps, ref, wrappedBy)
  await client.query('update vault.images set wrapped_key = $2, epoch = $3 where ref = $1', [
    ref,
    row.wrapped_key,
    row.epoch,
  ])
  for (const { name, bytes } of rows) {
    await client.query(
      `with plain as (delete from vault.plain_renditions where ref = $1 and name = $2 returning *)
       insert into vault.image_renditions select ref, name, content_type, width, height, $3 from plain`,
      [ref, name, sealRendition(deps, key, { ref, name, bytes })],
    )
  }
}

/** Deleted rows stay in the table's file; TRUNCATE removes the file. */
async function truncateWhenEmpty(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ is_used: boolean }>(
    "select pg_relation_size('vault.plain_renditions') > 0 as is_used",
  )
  if (rows[0]?.is_used !== true) return
  await client.query('lock table vault.plain_renditions in access exclusive mode')
  const left = await client.query('select from vault.plain_renditions limit 1')
  if (left.rowCount === 0) await client.query('truncate vault.plain_renditions')
}
