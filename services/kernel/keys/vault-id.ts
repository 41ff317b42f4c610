import type pg from 'pg'

type Db = Pick<pg.Pool, 'query'>

/** Undefined in a vault that was never used. */
export async function findVaultId(db: Db): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>('select id from vault.identity')
  return rows[0]?.id
}

/** Several processes may try at once: all get the same id. */
export async function ensureVaultId(db: Db, newId: () => string): Promise<string> {
  await db.query('insert into vault.identity (id) values ($1) on conflict do nothing', [newId()])
  return (await findVaultId(db))!
}

/** Whether the vault has any person's key. */
export async function hasKeys(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from vault.subjects where wrapped_key <> '') as found`,
  )
  return rows[0]!.found
}
