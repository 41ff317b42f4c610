import { createKysely } from '@app/postgres/kysely.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import { sql } from 'kysely'
import type { SealedRows } from '../profiles/queries.ts'
import {
  hasPart,
  listedOf,
  matchingOf,
  type Asked,
  type ListedRow,
  type ListedSubscription,
} from './list-reminders.ts'

export type WantedReminders = Pick<Asked, 'status' | 'profilePart'>

const PAGE = 500

/** All that match, newest first. Each page begins after the last row of the one before. */
export async function* reminderPages(
  { db, seals }: SealedRows,
  { status, profilePart }: WantedReminders,
  rowsMax = PAGE,
): AsyncGenerator<readonly ListedSubscription[]> {
  const part = profilePart.toLowerCase()
  const { ids } = await matchingOf(db, part)
  for (let after: ListedRow | undefined; ;) {
    const last = after
    const rows: readonly ListedRow[] = await createKysely(db)
      .selectFrom('read.subscriptions as s')
      .leftJoin('read.profiles as p', 'p.id', 's.profile_id')
      .selectAll('s')
      .select(['p.slug', 'p.details'])
      .$if(status !== undefined, (all) => all.where('s.status', '=', status!))
      .$if(ids !== undefined, (all) => all.where('s.profile_id', '=', sql<string>`any(${ids!}::uuid[])`))
      .$if(ids === undefined && part !== '', (all) => all.where(hasPart('s', part)))
      .$if(last !== undefined, (all) =>
        all.where(sql<boolean>`(s.subscribed_at, s.id) < (${last!.subscribed_at}, ${last!.id}::uuid)`),
      )
      .orderBy('s.subscribed_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(rowsMax)
      .execute()
    if (rows.length > 0) {
      const sealer = await seals.of([...new Set(rows.map((row) => profileStream(row.profile_id)))])
      yield rows.map((row) => listedOf(sealer, row))
    }
    if (rows.length < rowsMax) return
    after = rows.at(-1)
  }
}
