import type pg from 'pg'
import { unavailable } from './destroyed-keys.ts'

/** Whose words nobody may read. Where keys are read, they are looked up in the same statement. */
export interface SubjectBlocks {
  /** Does nothing for a subject without a key from before `at`: who came back after an erasure is another person. */
  block(subject: string, at: Date): Promise<void>
  unblock(subject: string): Promise<void>
  /** Of the key that it had at that instant, and still has. */
  keyIdOf(subject: string, at: Date): Promise<string | undefined>
  /** Of those that are blocked now. */
  since(subjects: readonly string[]): Promise<ReadonlyMap<string, Date>>
}

// Each change is counted, and one that changes nothing is none: see the marks of states.
const BLOCK = `
  insert into vault.blocked_subjects as known (subject, since)
  select subject, $2 from vault.subject_keys where subject = $1 and created_at <= $2 for key share
  on conflict (subject) do update set since = excluded.since, is_lifted = false, changes = known.changes + 1
    where known.is_lifted`

const UNBLOCK = `
  update vault.blocked_subjects set is_lifted = true, changes = changes + 1
  where subject = $1 and not is_lifted`

export const createSubjectBlocks = (db: Pick<pg.Pool, 'query'>): SubjectBlocks => ({
  block: async (subject, at) => {
    await db.query(BLOCK, [subject, at]).catch(unavailable)
  },
  unblock: async (subject) => {
    await db.query(UNBLOCK, [subject]).catch(unavailable)
  },
  keyIdOf: async (subject, at) => {
    const { rows } = await db
      .query<{ key_id: string }>(
        'select key_id from vault.subject_keys where subject = $1 and created_at <= $2',
        [subject, at],
      )
      .catch(unavailable)
    return rows[0]?.key_id
  },
  since: async (subjects) => {
    const { rows } = await db
      .query<{ subject: string; since: Date }>(
        'select subject, since from vault.blocked_subjects where subject = any($1) and not is_lifted',
        [subjects],
      )
      .catch(unavailable)
    return new Map(rows.map(({ subject, since }) => [subject, since]))
  },
})
