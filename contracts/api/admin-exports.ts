import { z } from 'zod'
import { call } from './call.ts'
import { nothing, SIGNED_IN_REFUSALS } from './parts.ts'
import { getAdminReminders } from './reminders.ts'

export const CSV_TYPE = 'text/csv'

export const getAdminRemindersCsv = call({
  method: 'get',
  path: '/api/admin/reminders.csv',
  summary:
    'All subscriptions to reminders of a filter, newest first, as CSV for spreadsheets in Spanish. One at a time: others get 503.',
  access: 'admin',
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  params: nothing,
  query: getAdminReminders.query.pick({ status_filter: true, profile_filter: true }),
  body: nothing,
  reads: ['subscriptions', 'profiles'],
  answer: z.string(),
  answerType: CSV_TYPE,
  gives: ['Content-Disposition'],
  refusals: [...SIGNED_IN_REFUSALS, 'forbidden', 'invalid', 'too-many', 'unavailable'],
})
