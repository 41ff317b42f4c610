import type pg from 'pg'

/** Reads of the tree's hashes wait until it is called. */
export async function holdTiles(db: pg.Pool): Promise<() => Promise<void>> {
  const client = await db.connect()
  await client.query('begin; lock table record.tiles in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}
