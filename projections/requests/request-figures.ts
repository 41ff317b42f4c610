import { addDays, dayInSantiago, monthStart } from '@app/contracts/calendar.ts'
import { REQUEST_KINDS } from '@app/contracts/privacy/requests.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import { sumOfCounts } from '../lists/list-counts.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '../read-db.ts'
import { answerTimeIn, countsFor, medianSecondsOf } from './request-row.ts'

export interface OpenByDue {
  readonly late: number
  /** From today on, while it is near. */
  readonly days: readonly { readonly dueDay: string; readonly open: number }[]
}

/** Open requests that are late, or due so soon that administrators are reminded. */
export async function openByDue({ db }: Pick<SealedRows, 'db'>, nowMs: number): Promise<OpenByDue> {
  const today = dayInSantiago(nowMs)
  const rows = await createKysely(db)
    .selectFrom('read.request_due_days')
    .selectAll()
    .where('state', '<', addDays(today, RIGHTS_PERIODS.nearDays))
    .orderBy('state')
    .execute()
  const late = rows.filter(({ state }) => state < today)
  return {
    late: late.reduce((sum, { listed }) => sum + listed, 0),
    days: rows.slice(late.length).map(({ state, listed }) => ({ dueDay: state, open: listed })),
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
  const states = countsFor(REQUEST_KINDS, { status: 'open' })
  const [open, toConfirm, due, answers] = await Promise.all([
    sumOfCounts(rows.db, 'read.request_counts', states),
    sumOfCounts(
      rows.db,
      'read.request_counts',
      states.filter((state) => state.endsWith(' confirm')),
    ),
    openByDue(rows, nowMs),
    answersOfMonth(rows.db, nowMs),
  ])
  const byPeople = answers.filter(({ isByPeople }) => isByPeople)
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const answered = sum(answers.map((time) => time.answers))
  return {
    open,
    toConfirm,
    near: sum(due.days.map((day) => day.open)),
    late: due.late,
    answered,
    answeredAtOnce: answered - sum(byPeople.map((time) => time.answers)),
    medianSeconds: medianSecondsOf(answers),
    medianByPeopleSeconds: medianSecondsOf(byPeople),
  }
}

async function answersOfMonth(db: ReadDb, nowMs: number) {
  const today = dayInSantiago(nowMs)
  const rows = await createKysely(db)
    .selectFrom('read.request_answer_times')
    .selectAll()
    .where('state', '>=', today.slice(0, 7))
    .where('state', '<', monthStart(today, 1).slice(0, 7))
    .execute()
  return rows.map(({ state, listed }) => answerTimeIn(state, listed))
}
