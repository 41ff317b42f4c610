import { z } from 'zod'
import { getAdminCodes } from '../codes.ts'
import { call } from './call.ts'
import { getAdminReminders } from '../reminders/calls.ts'

export const CSV_TYPE = 'text/csv'

const csvOfList = {
  method: 'get',
  access: 'admin',
  limit: { name: 'export-list' },
  audited: { done: 'data-exported' },
  answer: z.string(),
  answerType: CSV_TYPE,
  gives: ['Content-Disposition'],
} as const

export const getAdminRemindersCsv = call({
  ...csvOfList,
  path: '/api/admin/reminders.csv',
  summary:
    'All subscriptions to reminders of a filter, newest first, as CSV for spreadsheets in Spanish. One list at a time: others get 503.',
  query: getAdminReminders.query.pick({ status_filter: true, profile_filter: true }),
  reads: ['subscriptions', 'profiles'],
})

export const getAdminCodesCsv = call({
  ...csvOfList,
  path: '/api/admin/activation-codes.csv',
  summary:
    'All activation codes of a filter, newest first, as CSV for spreadsheets in Spanish. One list at a time: others get 503.',
  query: getAdminCodes.query.pick({ search: true, state: true }),
  reads: ['codes', 'accounts'],
})
