import { HttpResponse, http } from 'msw'

const EMPTY = { headers: { 'total-count': '0' } }

/** The panel's lists without a row, where a test is about something else. */
export const emptyLists = () => [
  http.get('*/api/admin/reminders', () => HttpResponse.json({ reminders: [], total: 0 })),
  ...['users', 'activation-codes', 'quotations', 'profiles'].map((list) =>
    http.get(`*/api/admin/${list}`, () => HttpResponse.json([], EMPTY)),
  ),
]
