import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { logPages } from '@app/event-store/log-pages.ts'
import type pg from 'pg'

export interface CountedLog {
  readonly log: Pick<EventStore, 'readAll'>
  /** Where the log is in this database, it counts at once; another has to be read. */
  readonly database: Pick<pg.Pool, 'query'> | undefined
}

/** How many events of these types lie behind `after`, up to `to`. */
export async function countEvents(
  { log, database }: CountedLog,
  types: readonly string[],
  { after, to }: { readonly after: Position; readonly to: Position },
): Promise<number> {
  if (database !== undefined) {
    const { rows } = await database.query<{ n: string }>(
      'select count(*) as n from log.events where position > $1 and position <= $2 and type = any($3)',
      [after, to, types],
    )
    return Number(rows[0]?.n)
  }
  let count = 0
  for await (const { events, scannedTo } of logPages(log, after, { filter: { types } })) {
    count += events.filter(({ position }) => position <= to).length
    if (scannedTo >= to) break
  }
  return count
}
