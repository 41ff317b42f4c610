import type pg from 'pg'
import { open, seal, type RandomBytes } from './sealing.ts'

const CHECK = 'master-key'
const FORMER = 'former-master-key'
const PLAIN = Buffer.from('the master key of this database')

type Db = Pick<pg.Pool, 'query'>

/** The first key ever given becomes the database's; a sealed text identifies it. */
export async function isMasterKey(db: Db, masterKey: Buffer, random: RandomBytes): Promise<boolean> {
  await db.query('insert into vault.checks (name, sealed) values ($1, $2) on conflict do nothing', [
    CHECK,
    seal(masterKey, CHECK, PLAIN, random),
  ])
  return (await findMasterKey(db, [masterKey])) !== undefined
}

/** The first candidate, if no key was stored yet. */
export async function findMasterKey(db: Db, candidates: readonly Buffer[]): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ sealed: Buffer }>('select sealed from vault.checks where name = $1', [
    CHECK,
  ])
  const [row] = rows
  return row === undefined ? candidates[0] : candidates.find((key) => opens(key, CHECK, row.sealed))
}

export async function isFormerMasterKey(db: Db, masterKey: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ name: string; sealed: Buffer }>(
    'select name, sealed from vault.checks where name ^@ $1',
    [FORMER],
  )
  return rows.some(({ name, sealed }) => opens(masterKey, name, sealed))
}

export async function replaceMasterKey(
  db: Db,
  { former, next }: { readonly former: Buffer; readonly next: Buffer },
  random: RandomBytes,
): Promise<void> {
  const name = `${FORMER} ${random(8).toString('hex')}`
  // One statement: a database has one master key at each moment.
  await db.query(
    `with replaced as (update vault.checks set sealed = $2 where name = $1 returning name)
     insert into vault.checks (name, sealed) select $3, $4 from replaced`,
    [CHECK, seal(next, CHECK, PLAIN, random), name, seal(former, name, PLAIN, random)],
  )
}

function opens(key: Buffer, place: string, sealed: Buffer): boolean {
  try {
    return open(key, place, sealed).equals(PLAIN)
  } catch {
    return false
  }
}
