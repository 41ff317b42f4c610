import { START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { logPages } from '@app/event-store/log-pages.ts'
import type pg from 'pg'

/** The log ends before it, or begins after it. */
export class NotInLog extends Error {}

/** The position at which rows of a position or a time end. @throws NotInLog */
export async function positionAt(
  log: Pick<EventStore, 'headPosition' | 'readAll'>,
  asked: Position | Date,
): Promise<Position> {
  if (!(asked instanceof Date)) {
    const head = await log.headPosition()
    if (asked > head)
      throw new NotInLog(`El registro de eventos llega hasta la posición ${head}: no hay ninguna ${asked}.`)
    return asked
  }
  let last: Position = START
  for await (const { events } of logPages(log, START)) {
    const later = events.findIndex(({ recordedAt }) => recordedAt > asked)
    last = (later === -1 ? events : events.slice(0, later)).at(-1)?.position ?? last
    if (later !== -1) break
  }
  if (last === START) throw new NotInLog('El registro de eventos empezó después de esa fecha.')
  return last
}

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
