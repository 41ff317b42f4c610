import type { BuildLine } from '@app/contracts/data.ts'
import { HttpResponse, http } from 'msw'

interface ListedPage {
  readonly total?: number
  /** The end of the page, if it is not the last. */
  readonly next?: string
}

const linkOf = (next: string | undefined): Record<string, string> =>
  next === undefined ? {} : { link: `</api/admin/list?limit=20&after=${next}>; rel="next"` }

/** A page of a list of the panel, as the server answers it. */
export const listed = (rows: readonly object[], { total = rows.length, next }: ListedPage = {}) =>
  HttpResponse.json(rows, { headers: { 'total-count': String(total), ...linkOf(next) } })

export const listedReminders = (
  reminders: readonly object[],
  { total = reminders.length, next }: ListedPage = {},
) => HttpResponse.json({ reminders, total }, { headers: linkOf(next) })

/** The panel's lists without a row, where a test is about something else. */
export const emptyLists = () => [
  http.get('*/api/admin/reminders', () => listedReminders([])),
  ...['users', 'activation-codes', 'quotations', 'profiles', 'requests'].map((list) =>
    http.get(`*/api/admin/${list}`, () => listed([])),
  ),
]

/** Rows in use that are up to date. */
export const trafficLine: BuildLine = {
  build: 'traffic_v8',
  projection: 'traffic',
  title: 'Visitas y cifras',
  version: 8,
  state: 'live',
  events: 19_402,
  events_ahead: 0,
  lag_seconds: 0.2,
  error: null,
  parked: 0,
  replaced_at: null,
}
