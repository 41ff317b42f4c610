import { addDays, dayInSantiago, monthStart, startOfDayMs } from '@app/contracts/calendar.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '../read-db.ts'
import { dueAtOf, dueDayIn } from './request-row.ts'

export interface OpenByDue {
  readonly late: number
  /** From today on, while it is near. */
  readonly days: readonly { readonly dueDay: string; readonly open: number }[]
}

/** Open requests that are late, or due so soon that administrators are reminded. */
export async function openByDue({ db }: Pick<SealedRows, 'db'>, nowMs: number): Promise<OpenByDue> {
  const today = dayInSantiago(nowMs)
  const rows = await createKysely(db)
    .selectFrom('read.requests')
    .select(({ fn }) => ['due_at', fn.countAll<string>().as('open')])
    .where('status', '=', 'open')
    .where('due_at', '<', String(dueAtOf(addDays(today, RIGHTS_PERIODS.nearDays))))
    .groupBy('due_at')
    .orderBy('due_at')
    .execute()
  const days = rows.map((row) => ({ dueDay: dueDayIn(Number(row.due_at)), open: Number(row.open) }))
  return {
    late: days.reduce((sum, { dueDay, open }) => sum + (dueDay < today ? open : 0), 0),
    days: days.filter(({ dueDay }) => dueDay >= today),
  }
}

export interface RequestCounts {
  readonly open: number
  readonly toConfirm: number
  readonly near: number
  readonly late: number
  /** In this month of Santiago. */
  readonly answered: number
  readonly answeredAtOnce: number
  readonly medianSeconds: number | null
  readonly medianByPeopleSeconds: number | null
}

export async function countRequests(rows: Pick<SealedRows, 'db'>, nowMs: number): Promise<RequestCounts> {
  const [counts, due] = await Promise.all([countsOf(rows.db, nowMs), openByDue(rows, nowMs)])
  return { ...counts, near: due.days.reduce((sum, { open }) => sum + open, 0), late: due.late }
}

/** Seconds from receipt to answer. */
const median = (which: string): string =>
  `percentile_disc(0.5) within group (order by greatest(0, round((answered_at - received_at) / 1000.0))) filter (where ${which})`

const ANSWERED = 'answered_at >= $1 and answered_at < $2'
const COUNTS = `select
    count(*) filter (where status = 'open')::int as open,
    count(*) filter (where status = 'open' and proof = 'none' and not is_confirmed)::int as "toConfirm",
    count(*) filter (where ${ANSWERED})::int as answered,
    count(*) filter (where ${ANSWERED} and not is_by_people)::int as "answeredAtOnce",
    ${median(ANSWERED)}::float as "medianSeconds",
    ${median(`${ANSWERED} and is_by_people`)}::float as "medianByPeopleSeconds"
  from read.requests`

/** Some ten requests come a month: all of them are read. */
async function countsOf(db: ReadDb, nowMs: number): Promise<Omit<RequestCounts, 'near' | 'late'>> {
  const month = monthStart(dayInSantiago(nowMs))
  const { rows } = await db.query<Omit<RequestCounts, 'near' | 'late'>>(COUNTS, [
    startOfDayMs(month),
    startOfDayMs(monthStart(month, 1)),
  ])
  return rows[0]!
}
