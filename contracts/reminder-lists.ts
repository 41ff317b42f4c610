import { z } from 'zod'
import { call } from './api/call.ts'
import { csvOfList, placeInList, sizeUpTo } from './api/call-parts.ts'
import { isBlocked, line } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { SUBSCRIPTION_STATUSES } from './reminders.ts'

/** `completed`: active, and no mail is to come; `active` then means the others. */
const SHOWN_STATUSES = [...SUBSCRIPTION_STATUSES, 'completed'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]
const STATUS_FILTERS = ['all', ...SHOWN_STATUSES] as const

/** When it was sent, or may have been; else when it is due; null when it will not be sent. */
const reminderAt = z.iso.datetime().nullable()

export const UNDELIVERABLE_TEXT = 'No se pudo entregar'
const isUndeliverable = z
  .literal(true)
  .optional()
  .meta({ description: 'Servers refused it for three days, or reported that it came back.' })

const reminderSubscription = z
  .object({
    id: z.uuid(),
    email: z.string(),
    is_blocked: isBlocked,
    is_profile_blocked: isBlocked,
    profile_id: z.uuid(),
    profile_name: z.string(),
    profile_slug: z.string(),
    subscribed_at: z.iso.datetime(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    first_reminder_sent: z.boolean(),
    second_reminder_sent: z.boolean(),
    first_reminder_at: reminderAt,
    second_reminder_at: reminderAt,
    first_reminder_blocked: isBlocked,
    second_reminder_blocked: isBlocked,
    first_reminder_undeliverable: isUndeliverable,
    second_reminder_undeliverable: isUndeliverable,
  })
  .meta({ id: 'ReminderSubscription' })
export type ReminderSubscription = z.infer<typeof reminderSubscription>

const isToCome = (isSent: boolean, at: string | null): boolean => !isSent && at !== null

/** The name in lists: `status` has the four words of the API, of which `active` says nothing of the mails. */
export function shownStatus(row: Omit<ReminderSubscription, 'id'>): ShownStatus {
  const isDone =
    !isToCome(row.first_reminder_sent, row.first_reminder_at) &&
    !isToCome(row.second_reminder_sent, row.second_reminder_at)
  return row.status === 'active' && isDone ? 'completed' : row.status
}

const skipped = z
  .string()
  .regex(/^\d{1,7}$/, 'Indica desde qué resultado mostrar: un número entero desde 0.')
  .transform(Number)
const STATUS_TEXT = `El estado debe ser uno de: ${STATUS_FILTERS.join(', ')}.`

export const getAdminReminders = call({
  method: 'get',
  path: '/api/admin/reminders',
  summary:
    'Subscriptions to reminders, newest first, by status and by a part of the profile’s id, words of its name or slug, or a subscriber’s whole e-mail; `total` is of all pages, and 1,001 where more than a thousand profiles match. Far down the list `after` is faster than `skip`.',
  access: 'admin',
  query: z.object({
    skip: skipped.prefault('0'),
    after: placeInList.meta({ description: 'Out of `Link` of the page before, in place of `skip`.' }),
    limit: sizeUpTo(LIMITS.reminderRowsMax, 'resultados').prefault(String(LIMITS.reminderRows)),
    status_filter: z.enum(STATUS_FILTERS, STATUS_TEXT).default('all'),
    profile_filter: line(LIMITS.lineCharsMax).default(''),
  }),
  gives: ['Link'],
  reads: ['subscriptions', 'profiles'],
  answer: z
    .object({ reminders: z.array(reminderSubscription), total: z.int().min(0) })
    .meta({ id: 'ReminderSubscriptions' }),
})

export const getAdminRemindersCsv = call({
  ...csvOfList,
  path: '/api/admin/reminders.csv',
  summary:
    'All subscriptions to reminders of a filter, newest first, as CSV for spreadsheets in Spanish. One list at a time: others get 503.',
  query: getAdminReminders.query.pick({ status_filter: true, profile_filter: true }),
  reads: ['subscriptions', 'profiles'],
})
