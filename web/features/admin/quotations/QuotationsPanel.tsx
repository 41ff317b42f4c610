import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { TARGETS } from '@app/contracts/fields/links.ts'
import { cardsText, type QuotationStatus } from '@app/contracts/fields/quoted-cards.ts'
import type { AdminQuotation } from '@app/contracts/quotations.ts'
import { useId, type ReactNode } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { Badge, type BadgeLook } from '../../../ui/Badge.tsx'
import { useNow } from '../../../ui/browser/use-now.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonLook } from '../../../ui/Button.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { EmailText } from '../../../ui/people/EmailText.tsx'
import { useList } from '../../../ui/use-list.ts'
import { phoneLinks } from '../../../ui/wording/phone-links.ts'
import { durationText, instantText, sinceText } from '../../../ui/wording/exact-time.ts'
import { quotationMail, quotationWhatsapp } from './quotation-mail.ts'
import { useMarkQuotationMutation, useQuotationsQuery, type MarkedAs } from '../list-calls.ts'

const FILTERS = [
  { value: 'all', text: 'Todas' },
  { value: 'pending', text: 'Pendientes' },
  { value: 'contacted', text: 'Contactadas' },
  { value: 'completed', text: 'Completadas' },
] as const

const NONE_PENDING = 'No hay cotizaciones pendientes'
const MINUTE_MS = 60_000

export function QuotationsPanel() {
  const list = useList('due')
  const answer = useQuotationsQuery(list.asked)
  const nowMs = useNow(MINUTE_MS)
  const { search, filter } = list.asked
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

const DAY_SECONDS = 86_400

/** The landing promises to answer within a day. A clock that runs behind grants no more. */
export function promiseOf(requestedAtMs: number, nowMs: number): BadgeLook {
  const left = Math.min(DAY_SECONDS, DAY_SECONDS - Math.floor((nowMs - requestedAtMs) / 1_000))
  const shown = durationText(Math.max(60, Math.abs(left)))
  return left > 0
    ? { text: `vence en ${shown}`, tone: 'neutral' }
    : { text: `venció hace ${shown}`, tone: 'bad' }
}

interface QuotationProps {
  readonly quotation: AdminQuotation
}

const STATUS_LOOKS: Readonly<Record<QuotationStatus, BadgeLook & { readonly rule: string }>> = {
  pending: { text: 'Pendiente', tone: 'warn', rule: 'bg-warning' },
  contacted: { text: 'Contactado', tone: 'info', rule: 'bg-accent' },
  completed: { text: 'Completado', tone: 'ok', rule: 'bg-success' },
}

function QuotationCard({ quotation, nowMs }: QuotationProps & { readonly nowMs: number }) {
  const id = useId()
  const { company, contact_person, created_at, estimated_cards, status, comments, is_blocked } = quotation
  const { rule, ...look } = STATUS_LOOKS[status]
  const atMs = Date.parse(created_at)
  return (
    <li
      aria-labelledby={id}
      className="card relative flex min-w-0 flex-col gap-3 overflow-hidden py-4 pr-4 pl-5"
    >
      <span aria-hidden="true" className={`absolute inset-y-0 left-0 w-1 ${rule}`} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h2 id={id} dir="auto" className="text-h2 wrap-anywhere">
            {company || (is_blocked ? BLOCKED_TEXT : 'Dato eliminado')}
          </h2>
          <p dir="auto" className="text-small wrap-anywhere text-ink-2">
            {contact_person}
          </p>
        </div>
        <Badge {...look} />
      </div>
      <Reach quotation={quotation} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
        <b className="font-[650] text-ink tabular-nums">{cardsText(estimated_cards)}</b>
        <span aria-hidden="true">·</span>
        <time dateTime={created_at} title={instantText(atMs)}>
          {sinceText(atMs, nowMs)}
        </time>
        {status === 'pending' && <Badge {...promiseOf(atMs, nowMs)} />}
      </p>
      {comments !== '' && (
        <p dir="auto" className="text-small wrap-anywhere whitespace-pre-line text-ink-2">
          {comments}
        </p>
      )}
      <Actions quotation={quotation} />
    </li>
  )
}

/** Its phone as text, where nobody could call it. */
function Reach({ quotation: { email, phone } }: QuotationProps) {
  const mail = TARGETS.email(email)
  const call = phoneLinks(phone)
  if (email === '' && phone === '') return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-small">
      <Address href={mail?.href} text={<EmailText email={mail?.text ?? email} />} />
      <Address href={call?.tel} text={call?.text ?? phone} />
    </p>
  )
}

const LINK =
  'inline-flex min-h-6 min-w-0 max-w-full items-center font-semibold text-accent hover:underline pointer-coarse:min-h-11'

const Address = ({ href, text }: { readonly href: string | undefined; readonly text: ReactNode }) =>
  href === undefined ? (
    <span className="min-w-0 wrap-anywhere text-ink-2">{text}</span>
  ) : (
    <a href={href} className={LINK}>
      <span className="min-w-0 wrap-anywhere tabular-nums">{text}</span>
    </a>
  )

const MARKS: readonly {
  readonly as: MarkedAs
  readonly verb: string
  readonly doneIn: readonly QuotationStatus[]
}[] = [
  { as: 'contacted', verb: 'Marcar como Contactado', doneIn: ['contacted', 'completed'] },
  { as: 'completed', verb: 'Marcar como Completado', doneIn: ['completed'] },
]
const WIDTH = 'flex-auto min-[480px]:flex-none'

function Actions({ quotation }: QuotationProps) {
  const { id, company, contact_person, status } = quotation
  const say = useSay()
  const [send, { isLoading }] = useMarkQuotationMutation()
  const person = isolated(contact_person || company)
  const [whatsapp, mail] = [quotationWhatsapp(quotation), quotationMail(quotation)]
  const mark = async (as: MarkedAs) => {
    const { error } = await send({ id, status: as })
    if (error !== undefined) say(`Error: ${refusalText(error, 'No pudimos guardar el estado.')}`)
  }
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {whatsapp !== undefined && (
        <a
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp con ${person}, abre en otra aplicación`}
          className={`${buttonLook('primary', 'sm')} ${WIDTH}`}
        >
          WhatsApp
        </a>
      )}
      {mail !== undefined && (
        <a
          href={mail}
          aria-label={`Enviar Email a ${person}`}
          className={`${buttonLook('line', 'sm')} ${WIDTH}`}
        >
          Enviar Email
        </a>
      )}
      {MARKS.map(({ as, verb, doneIn }) => (
        <Button
          key={as}
          size="sm"
          kind="ghost"
          className={WIDTH}
          aria-label={`${verb}: ${isolated(company)}`}
          disabled={isLoading || doneIn.includes(status)}
          onClick={() => void mark(as)}
        >
          {verb}
        </Button>
      ))}
    </div>
  )
}
