import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import {
  shownStatus,
  getAdminReminders,
  type ReminderSubscription,
  type ShownStatus,
  UNDELIVERABLE_TEXT,
} from '@app/contracts/reminder-lists.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import { ExternalLink } from 'lucide-react'
import { Badge, type BadgeLook } from '../../../ui/Panel.tsx'
import { buttonLook } from '../../../ui/Button.tsx'
import { dateText } from '../../../ui/wording/date-time.ts'
import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { EmailText } from '../../../ui/people.tsx'
import { TABLE_TEXT, type Column } from '../../../ui/DataTable.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { PAGE_ROWS, useList, type ListPage, type ListRequest } from '../../../ui/use-list.ts'
import { nextPlace } from '../../../app/api.ts'
import { adminApi } from '../admin-api.ts'
import { ExportButton } from '../ListButtons.tsx'

interface MailOutcome {
  readonly isSent: boolean
  /** When it was sent or is due; null if it never will be, or if the time is unknown. */
  readonly at: string | null
  /** Skipped, because the words of subscriber or profile were blocked. */
  readonly isBlocked?: boolean | undefined
  readonly isUndeliverable?: boolean | undefined
}

function reminderText({ isSent, at, isBlocked, isUndeliverable }: MailOutcome, nowMs: number): string {
  if (isBlocked) return `Omitido: ${BLOCKED_TEXT.toLowerCase()}`
  if (isUndeliverable) return UNDELIVERABLE_TEXT
  if (at === null) return isSent ? 'Enviado' : 'No se envía'
  if (isSent) return `Enviado el ${dateText(at)}`
  return Date.parse(at) > nowMs ? `Sale el ${dateText(at)}` : 'Pendiente'
}

const reminderFilter = ({ search, filter }: Pick<ListRequest, 'search' | 'filter'>) => ({
  status_filter: filter,
  profile_filter: search,
})

const remindersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** By `after` on every page: `skip` reads all that comes before. */
    reminders: build.query<ListPage<ReminderSubscription>, ListRequest>({
      query: ({ after, ...request }) => ({
        url: '/admin/reminders',
        params: { ...reminderFilter(request), after, limit: PAGE_ROWS },
      }),
      transformResponse: (body, meta) => {
        const { reminders: rows, total } = getAdminReminders.answer.parse(body)
        return { rows, total, next: nextPlace(meta) }
      },
      providesTags: ['reminders'],
    }),
  }),
})

const { useRemindersQuery } = remindersApi

const FILTERS: readonly { readonly value: ShownStatus | 'all'; readonly text: string }[] = [
  { value: 'all', text: 'Todos' },
  { value: 'active', text: 'Activos' },
  { value: 'completed', text: 'Completados' },
  { value: 'converted', text: 'Convertidos' },
  { value: 'cancelled', text: 'Cancelados' },
  { value: 'bounced', text: 'Rebotados' },
]
const NONE = 'No hay recordatorios con estos filtros.'

export function RemindersPanel() {
  const list = useList('-subscribed_at')
  const answer = useRemindersQuery(list.request)
  const { fulfilledTimeStamp: readMs = 0 } = answer
  return (
    <ListPanel
      list={list}
      answer={answer}
      label="Recordatorios"
      things="los recordatorios"
      unit={['recordatorio', 'recordatorios']}
      searchLabel="Perfil o correo"
      states={FILTERS}
      actions={
        <ExportButton file="reminders.csv" params={reminderFilter(list.request)} total={answer.data?.total} />
      }
      empty={
        <EmptyNotice title="Todavía no hay recordatorios.">
          <p className="text-small text-ink-2">Llegan cuando alguien pide uno en un perfil público.</p>
        </EmptyNotice>
      }
      // The mails are encrypted: only the whole one finds.
      noMatch={`${NONE}${list.request.search.includes('@') ? ' Escribe el correo completo.' : ''}`}
      columns={columnsAt(readMs)}
    />
  )
}

const columnsAt = (nowMs: number): readonly Column<ReminderSubscription>[] => [
  { head: 'Correo', isTitle: true, cell: (row) => <Email {...row} /> },
  { head: 'Perfil', cell: (row) => <Profile {...row} /> },
  {
    head: 'Suscripción',
    cell: ({ subscribed_at: at }) => (
      <time dateTime={at} className="tabular-nums">
        {dateText(at)}
      </time>
    ),
  },
  { head: 'Estado', cell: (row) => <Badge {...BADGES[shownStatus(row)]} /> },
  { head: 'Primer recordatorio', cell: (row) => outcomeOf(row, 'first', nowMs) },
  { head: 'Segundo recordatorio', cell: (row) => outcomeOf(row, 'second', nowMs) },
  { head: 'Página', isActions: true, cell: (row) => <PageLink {...row} /> },
]

const outcomeOf = (row: ReminderSubscription, which: Reminder, nowMs: number) => (
  <span className="tabular-nums">
    {reminderText(
      {
        isSent: row[`${which}_reminder_sent`],
        at: row[`${which}_reminder_at`],
        isBlocked: row[`${which}_reminder_blocked`],
        isUndeliverable: row[`${which}_reminder_undeliverable`],
      },
      nowMs,
    )}
  </span>
)

const BADGES: Readonly<Record<ShownStatus, BadgeLook>> = {
  active: { tone: 'ok', text: 'Activo' },
  completed: { tone: 'neutral', text: 'Completado' },
  converted: { tone: 'info', text: 'Convertido' },
  cancelled: { tone: 'neutral', text: 'Cancelado' },
  bounced: { tone: 'bad', text: 'Rebotado' },
}

const Email = ({ email, is_blocked }: ReminderSubscription) =>
  email === '' ? (
    <span className="text-ink-3">{is_blocked ? BLOCKED_TEXT : 'Dato eliminado'}</span>
  ) : (
    <b title={email} className={`${TABLE_TEXT} font-semibold md:min-w-46`}>
      <EmailText email={email} />
    </b>
  )

const Profile = ({ profile_name: name, profile_slug: slug, is_profile_blocked }: ReminderSubscription) => (
  <span className="grid justify-items-end max-md:min-w-0 md:min-w-46 md:justify-items-stretch md:py-1">
    {name === '' ? (
      <span className="text-ink-3">{is_profile_blocked ? BLOCKED_TEXT : 'Perfil eliminado'}</span>
    ) : (
      <span title={name} className={`${TABLE_TEXT} text-right md:text-left`}>
        <bdi>{name}</bdi>
      </span>
    )}
    {slug !== '' && (
      <code title={slug} className={`${TABLE_TEXT} text-right text-micro text-ink-3 md:text-left`}>
        {slug}
      </code>
    )}
  </span>
)

function PageLink({ profile_name: name, profile_slug: slug }: ReminderSubscription) {
  if (slug === '') return null
  return (
    <a
      href={`/pages/${slug}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Ver perfil de ${isolated(name)}`}
      className={buttonLook('line', 'sm')}
    >
      <ExternalLink aria-hidden="true" size={14} strokeWidth={1.9} />
      Ver perfil
    </a>
  )
}
