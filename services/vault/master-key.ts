import type pg from 'pg'
import { open, seal, type RandomBytes } from './sealing.ts'

const CHECK = 'master-key'
const PLAIN = Buffer.from('the master key of this database')

/** Whether the key is the one this database was begun with. The first key to come is remembered by a sealed text. */
export async function isMasterKey(db: pg.Pool, masterKey: Buffer, random: RandomBytes): Promise<boolean> {
  await db.query('insert into vault.checks (name, sealed) values ($1, $2) on conflict do nothing', [
    CHECK,
    seal(masterKey, CHECK, PLAIN, random),
  ])
  const { rows } = await db.query<{ sealed: Buffer }>('select sealed from vault.checks where name = $1', [
    CHECK,
  ])
  try {
    return open(masterKey, CHECK, rows[0]?.sealed ?? Buffer.alloc(0)).equals(PLAIN)
  } catch {
    return false
  }
}
