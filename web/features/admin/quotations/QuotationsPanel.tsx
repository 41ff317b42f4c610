import { useId, type ReactNode } from 'react'
import { TARGETS } from '@app/contracts/fields/links.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { type AdminQuotation, cardsText, type QuotationStatus } from '@app/contracts/quotations.ts'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { Badge, type BadgeLook } from '../../../ui/Panel.tsx'
import { EmailText } from '../../../ui/people.tsx'
import { phoneLinks } from '@app/contracts/fields/phone.ts'
import { useList } from '../../../ui/use-list.ts'
import { durationText, instantText, sinceText } from '../../../ui/wording/date-time.ts'
import { useQuotationsQuery } from '../admin-api.ts'
import { QuotationActions, useMark } from './QuotationActions.tsx'

const FILTERS = [
  { value: 'all', text: 'Todas' },
  { value: 'pending', text: 'Pendientes' },
  { value: 'contacted', text: 'Contactadas' },
  { value: 'completed', text: 'Completadas' },
] as const

const NONE_PENDING = 'No hay cotizaciones pendientes'
const MINUTE_MS = 60_000
/** The landing promises to answer within a day. */
const PROMISED_MS = 24 * 60 * MINUTE_MS

export function QuotationsPanel() {
  const list = useList('due')
  const answer = useQuotationsQuery(list.request)
  const nowMs = useNow(MINUTE_MS)
  const { search, filter } = list.request
  return (
    <ListPanel
      list={list}
      answer={answer}
      label="Cotizaciones"
      things="las cotizaciones"
      unit={['cotización', 'cotizaciones']}
      searchLabel="Empresa o contacto"
      states={FILTERS}
      empty={<EmptyNotice title={NONE_PENDING} />}
      noMatch={search === '' && filter === 'pending' ? NONE_PENDING : undefined}
      card={(quotation) => <QuotationCard key={quotation.id} quotation={quotation} nowMs={nowMs} />}
    />
  )
}

const LOOKS: Readonly<Record<QuotationStatus, BadgeLook & { readonly rule: string }>> = {
  pending: { text: 'Pendiente', tone: 'warn', rule: 'bg-warning' },
  contacted: { text: 'Contactado', tone: 'info', rule: 'bg-accent' },
  completed: { text: 'Completado', tone: 'ok', rule: 'bg-success' },
}

interface QuotationCardProps {
  readonly quotation: AdminQuotation
  readonly nowMs: number
}

function QuotationCard({ quotation: stored, nowMs }: QuotationCardProps) {
  const id = useId()
  const { shown, choose } = useMark(stored.id)
  const quotation = { ...stored, status: shown ?? stored.status }
  const { company, contact_person, email, phone, status, comments, created_at, estimated_cards } = quotation
  const atMs = Date.parse(created_at)
  const mail = TARGETS.email(email)
  const call = phoneLinks(phone)
  return (
    <li
      aria-labelledby={id}
      className="card relative flex min-w-0 flex-col gap-3 overflow-hidden py-4 pr-4 pl-5"
    >
      <span aria-hidden="true" className={`absolute inset-y-0 left-0 w-1 ${LOOKS[status].rule}`} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h2 id={id} dir="auto" className="text-h2 wrap-anywhere">
            {company || (quotation.is_blocked ? BLOCKED_TEXT : 'Dato eliminado')}
          </h2>
          <p dir="auto" className="text-small wrap-anywhere text-ink-2">
            {contact_person}
          </p>
        </div>
        <Badge tone={LOOKS[status].tone} text={LOOKS[status].text} />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-small wrap-anywhere text-ink-2 tabular-nums">
        <Reach href={mail?.href}>
          <EmailText email={mail?.text ?? email} />
        </Reach>
        <Reach href={call?.tel}>{call?.text ?? phone}</Reach>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
        <b className="font-[650] text-ink tabular-nums">{cardsText(estimated_cards)}</b>
        <time dateTime={created_at} title={instantText(atMs)}>
          {sinceText(atMs, nowMs)}
        </time>
        {status === 'pending' && <Badge {...promiseLook(atMs + PROMISED_MS - nowMs)} />}
      </p>
      {comments !== '' && (
        <p dir="auto" className="text-small wrap-anywhere whitespace-pre-line text-ink-2">
          {comments}
        </p>
      )}
      <QuotationActions quotation={quotation} onMark={choose} />
    </li>
  )
}

const promiseLook = (leftMs: number): BadgeLook =>
  leftMs < 0
    ? { text: 'Atrasada', tone: 'bad' }
    : { text: `vence en ${durationText(Math.ceil(leftMs / 1_000))}`, tone: 'neutral' }

interface ReachProps {
  /** Undefined where nobody could be reached by it. */
  readonly href: string | undefined
  readonly children: ReactNode
}

const Reach = ({ href, children }: ReachProps) => {
  const text = <span>{children}</span>
  if (href === undefined) return text
  return (
    <a
      href={href}
      className="inline-flex min-h-6 max-w-full min-w-0 items-center font-semibold text-accent hover:underline pointer-coarse:min-h-11"
    >
      {text}
    </a>
  )
}
