import { Router } from 'express'
import {
  getAdminReminders,
  shownStatus,
  UNDELIVERABLE_TEXT,
  type ReminderSubscription,
  type ShownStatus,
  getAdminRemindersCsv,
} from '@app/contracts/reminder-lists.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import { LOWER_CASE_UUID, BLOCKED_TEXT, ifBlocked } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import {
  listReminders,
  reminderPages,
  type WantedReminders,
  type ListedSubscription,
} from '@app/projections/subscriptions/list-reminders.ts'
import { guardedRoute, guardedFileRoute } from '../platform/http/route.ts'
import { placeOfCursor } from '@app/projections/lists/list-pages.ts'
import { dayOf, linkNextPage } from '../platform/http/list-answers.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { CsvRow } from '@app/contracts/csv.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { reminderDueMs, type ReminderTimes } from './plan.ts'

export function reminderAdminRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminReminders, async ({ query, ...http }) => {
    const { rows, next, total } = await listReminders(deps, {
      skip: query.skip,
      after: placeOfReminder(query),
      limit: query.limit,
      status: query.status_filter === 'all' ? undefined : query.status_filter,
      search: query.profile_filter,
      subscribers: await subscribersFound(deps, query.profile_filter),
    })
    linkNextPage(http, NEWEST_FIRST, next, ['skip'])
    return { reminders: rows.map((one) => reminderRowOf(one, deps.times)), total }
  })
  reminderExportRoute(router, deps)
  return router
}

const NEWEST_FIRST = '-subscribed_at'
const TWO_PLACES = 'Indica skip o after, no los dos.'

function placeOfReminder({ skip, after }: { readonly skip: number; readonly after?: string | undefined }) {
  if (after !== undefined && skip > 0) throw new Refusal('invalid', TWO_PLACES, { field: 'after' })
  return placeOfCursor(after, NEWEST_FIRST, LOWER_CASE_UUID)
}

const HEAD: CsvRow = [
  'Correo',
  'Perfil',
  'Id del perfil',
  'Página',
  'Fecha de suscripción',
  'Estado',
  'Primer recordatorio',
  'Segundo recordatorio',
]
const STATUS_TEXTS: Readonly<Record<ShownStatus, string>> = {
  active: 'Activo',
  completed: 'Completado',
  converted: 'Convertido',
  cancelled: 'Cancelado',
  bounced: 'Rebotado',
}

function reminderExportRoute(router: Router, deps: Ctx): void {
  guardedFileRoute(router, deps, getAdminRemindersCsv, ({ query, response }, { accountId }) => {
    const { status_filter: status, profile_filter: search } = query
    const wanted = { status: status === 'all' ? undefined : status, search }
    return deps.exports.send(response, {
      accountId,
      name: 'recordatorios',
      head: HEAD,
      pages: pagesOf(deps, wanted),
    })
  })
}

/** A whole e-mail finds what its mailbox proves. */
async function subscribersFound(
  { names, subjects }: Pick<Ctx, 'names' | 'subjects'>,
  search: string,
): Promise<readonly string[] | undefined> {
  if (!search.includes('@')) return undefined
  const matches = await subjects.ofMailbox(names.mailbox(search.trim()), LIMITS.searchCountedMax)
  return matches.map(({ subject }) => subject)
}

async function* pagesOf(deps: Ctx, wanted: WantedReminders): AsyncGenerator<readonly CsvRow[]> {
  const subscribers = await subscribersFound(deps, wanted.search)
  for await (const page of reminderPages(deps, { ...wanted, subscribers }))
    yield page.map((one) => lineOf(deps, reminderRowOf(one, deps.times)))
}

const lineOf = ({ publicUrl }: Ctx, row: ReminderSubscription): CsvRow => [
  row.is_blocked ? BLOCKED_TEXT : row.email,
  row.is_profile_blocked ? BLOCKED_TEXT : row.profile_name,
  row.profile_id,
  row.profile_slug === '' ? '' : `${publicUrl}/pages/${row.profile_slug}`,
  dayOf(row.subscribed_at),
  STATUS_TEXTS[shownStatus(row)],
  reminderText(row, 'first'),
  reminderText(row, 'second'),
]

const SKIPPED = `Omitido: ${BLOCKED_TEXT.toLowerCase()}`

function reminderText(row: ReminderSubscription, which: Reminder): string {
  if (row[`${which}_reminder_blocked`]) return SKIPPED
  if (row[`${which}_reminder_undeliverable`]) return UNDELIVERABLE_TEXT
  const at = row[`${which}_reminder_at`]
  const isSent = row[`${which}_reminder_sent`]
  if (at === null) return isSent ? 'Enviado' : 'No se envía'
  return `${isSent ? 'Enviado' : 'Sale'} el ${dayOf(at)}`
}

const SENT: ReadonlySet<ListedSubscription['reminders'][Reminder]['status']> = new Set(['sent', 'uncertain'])
const TO_COME: typeof SENT = new Set(['pending', 'started'])
const UNSENT: typeof SENT = new Set(['blocked', 'undeliverable'])

const isSent = ({ reminders }: ListedSubscription, reminder: Reminder): boolean =>
  SENT.has(reminders[reminder].status)

function instantOf(listed: ListedSubscription, reminder: Reminder, times: ReminderTimes): string | null {
  const { status, atMs } = listed.reminders[reminder]
  if (isSent(listed, reminder)) return atMs === null ? null : new Date(atMs).toISOString()
  const isToCome = listed.status === 'active' && TO_COME.has(status)
  return isToCome ? new Date(reminderDueMs(listed.subscribedAtMs, times[reminder])).toISOString() : null
}

const reminderRowOf = (listed: ListedSubscription, times: ReminderTimes): ReminderSubscription => ({
  id: listed.id,
  email: listed.email,
  ...ifBlocked(listed.isBlocked),
  ...(listed.isProfileBlocked ? { is_profile_blocked: true as const } : {}),
  profile_id: listed.profileId,
  profile_name: listed.profileName,
  profile_slug: listed.profileSlug,
  subscribed_at: new Date(listed.subscribedAtMs).toISOString(),
  status: listed.status,
  ...mailOf(listed, 'first', times),
  ...mailOf(listed, 'second', times),
})

function mailOf<Which extends Reminder>(listed: ListedSubscription, which: Which, times: ReminderTimes) {
  const { status } = listed.reminders[which]
  return {
    [`${which}_reminder_sent`]: isSent(listed, which),
    [`${which}_reminder_at`]: instantOf(listed, which, times),
    ...(UNSENT.has(status) ? { [`${which}_reminder_${status}`]: true as const } : {}),
  } as MailFields<Which>
}

type MailFields<Which extends Reminder> = Pick<
  ReminderSubscription,
  Extract<keyof ReminderSubscription, `${Which}_reminder_${string}`>
>
