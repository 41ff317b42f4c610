import type pg from 'pg'

export interface StoredAnswer {
  readonly requestHash: Buffer
  readonly state: 'running' | 'done'
  readonly attempt: string
  readonly since: Date
  readonly status: number | null
  /** Its key seals the answer; null without personal data. */
  readonly subject: string | null
  readonly answer: Buffer | null
}

export interface Running {
  readonly keyHash: Buffer
  readonly attempt: string
}

export interface StoredAnswers {
  find(keyHash: Buffer): Promise<StoredAnswer | undefined>
  /** False when another attempt was first. `replacing` is the attempt that was found, if any. */
  begin(running: Running, requestHash: Buffer, since: Date, replacing: string | undefined): Promise<boolean>
  /** Does nothing after another attempt has taken over. */
  keep(
    running: Running,
    answer: { readonly status: number; readonly subject: string | undefined; readonly sealed: Buffer },
  ): Promise<void>
  /** For an attempt that had no effect. */
  remove(running: Running): Promise<void>
  /** For an attempt whose effect is not known. */
  backdate(running: Running, since: Date): Promise<void>
  removeUntil(since: Date): Promise<void>
}

const REMOVED_AT_ONCE = 1_000

const BEGIN = `
  insert into vault.kept_answers (key_hash, request_hash, state, attempt, since)
  values ($1, $2, 'running', $3, $4) on conflict do nothing`

/** Of all that replace the same attempt, one succeeds. */
const REPLACE = `
  update vault.kept_answers
  set request_hash = $2, state = 'running', attempt = $3, since = $4, status = null, subject = null, answer = null
  where key_hash = $1 and attempt = $5`

const REMOVE = `
  delete from vault.kept_answers
  where since <= $1 and key_hash in (select key_hash from vault.kept_answers where since <= $1 limit $2)`

export const createStoredAnswers = (db: pg.Pool): StoredAnswers => ({
  find: async (keyHash) => {
    const { rows } = await db.query<StoredAnswer>(
      `select request_hash as "requestHash", state, attempt, since, status, subject, answer
       from vault.kept_answers where key_hash = $1`,
      [keyHash],
    )
    return rows[0]
  },
  begin: async ({ keyHash, attempt }, requestHash, since, replacing) => {
    const values = [keyHash, requestHash, attempt, since]
    const { rowCount } =
      replacing === undefined
        ? await db.query(BEGIN, values)
        : await db.query(REPLACE, [...values, replacing])
    return rowCount === 1
  },
  keep: async ({ keyHash, attempt }, { status, subject, sealed }) => {
    await db.query(
      `update vault.kept_answers set state = 'done', status = $3, subject = $4, answer = $5
       where key_hash = $1 and attempt = $2`,
      [keyHash, attempt, status, subject ?? null, sealed],
    )
  },
  remove: async ({ keyHash, attempt }) => {
    await db.query('delete from vault.kept_answers where key_hash = $1 and attempt = $2', [keyHash, attempt])
  },
  backdate: async ({ keyHash, attempt }, since) => {
    await db.query('update vault.kept_answers set since = $3 where key_hash = $1 and attempt = $2', [
      keyHash,
      attempt,
      since,
    ])
  },
  removeUntil: async (since) => {
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE;)
      removed = (await db.query(REMOVE, [since, REMOVED_AT_ONCE])).rowCount ?? 0
  },
})
