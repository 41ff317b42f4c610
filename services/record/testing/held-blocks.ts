import type pg from 'pg'

export async function holdBlocks(db: pg.Pool): Promise<() => Promise<void>> {
  const client = await db.connect()
  await client.query('begin; lock table record.blocks in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}
