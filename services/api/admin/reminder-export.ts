import type { Response, Router } from 'express'
import { CSV_TYPE, getAdminRemindersCsv } from '@app/contracts/api/admin-exports.ts'
import type { ReminderSubscription } from '@app/contracts/api/reminders.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import type { Log } from '@app/observability/log.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { reminderPages, type WantedReminders } from '@app/projections/subscriptions/list-reminders.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { guardedFileRoute, type RouteDeps } from '../http/route.ts'
import { sendCsv, type CsvRow } from './csv.ts'
import { openEmails, reminderRowOf } from './reminder-rows.ts'

export interface ReminderExportDeps extends RouteDeps, SealedRows {
  readonly keys: SubjectKeys
  readonly reminderTimes: ReminderTimes
  readonly publicUrl: string
  readonly now: () => Date
  readonly log: Pick<Log, 'warn'>
}

const BUSY = 'Estamos preparando otra lista. Inténtalo de nuevo en un momento.'
const RETRY_SECONDS = 15
/** A receiver that takes nothing for so long has gone. */
const STALLED_MS_MAX = 30_000
const EXPORT_MS_MAX = 10 * 60_000

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
const STATUS_TEXTS: Readonly<Record<ReminderSubscription['status'], string>> = {
  active: 'Activo',
  converted: 'Convertido',
  cancelled: 'Cancelado',
  bounced: 'Rebotado',
}

/** One at a time per process: it reads every row there is, beside visitors who wait for a page. */
export function reminderExportRoute(router: Router, deps: ReminderExportDeps): void {
  let isBusy = false
  guardedFileRoute(router, deps, getAdminRemindersCsv, async ({ query, response }) => {
    if (isBusy) throw new Refusal('unavailable', BUSY, { retryAfterSeconds: RETRY_SECONDS })
    isBusy = true
    const { status_filter: status, profile_filter: profilePart } = query
    try {
      await sendExport(deps, { status: status === 'all' ? undefined : status, profilePart }, response)
    } finally {
      isBusy = false
    }
  })
}

async function sendExport(
  deps: ReminderExportDeps,
  wanted: WantedReminders,
  response: Response,
): Promise<void> {
  response.attachment(`recordatorios_${dayInSantiago(deps.now().getTime())}.csv`)
  response.type(`${CSV_TYPE}; charset=utf-8`)
  response.setTimeout(STALLED_MS_MAX, () => response.destroy())
  try {
    const signal = AbortSignal.timeout(EXPORT_MS_MAX)
    await sendCsv(response, { head: HEAD, pages: pagesOf(deps, wanted), signal })
  } catch (error) {
    deps.log.warn({ err: error }, 'an export ended early')
  }
}

async function* pagesOf(
  deps: ReminderExportDeps,
  wanted: WantedReminders,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of reminderPages(deps, wanted)) {
    const emails = await openEmails(deps.keys, page)
    yield page.map((one, n) => lineOf(deps, reminderRowOf(one, emails[n]!, deps.reminderTimes)))
  }
}

const lineOf = ({ publicUrl }: ReminderExportDeps, row: ReminderSubscription): CsvRow => [
  row.email,
  row.profile_name,
  row.profile_id,
  row.profile_slug === '' ? '' : `${publicUrl}/pages/${row.profile_slug}`,
  dayOf(row.subscribed_at),
  STATUS_TEXTS[row.status],
  reminderText(row.first_reminder_sent, row.first_reminder_at),
  reminderText(row.second_reminder_sent, row.second_reminder_at),
]

function reminderText(isSent: boolean, at: string | null): string {
  if (at === null) return isSent ? 'Enviado' : 'No se envía'
  return `${isSent ? 'Enviado' : 'Sale'} el ${dayOf(at)}`
}

const dayOf = (instant: string): string => dayInSantiago(Date.parse(instant))
