import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
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

/** A read model that is up to date. */
export const trafficLine: ProjectionLine = {
  name: 'traffic',
  title: 'Visitas y cifras',
  state: 'live',
  position: '19402',
  lag_seconds: 0.2,
  version: 8,
  is_upgrading: false,
  error: null,
  parked: 0,
  rebuild: null,
  replaced_at: null,
}
