import { type AdminQuotation, cardsText, type QuotationStatus } from '@app/contracts/quotations.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { TARGETS } from '@app/contracts/fields/links.ts'
import { Mail, Phone, type LucideIcon } from 'lucide-react'
import { useId, useRef, type ReactNode, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { EmailText, phoneLinks } from '../../../ui/people.tsx'
import { Badge, type BadgeLook } from '../../../ui/Panel.tsx'
import { instantText, sinceText, durationText } from '../../../ui/wording/exact-time.ts'
import { QuotationActions } from './QuotationActions.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/Messages.tsx'
import { useMarkQuotationMutation, type MarkedAs } from '../list-calls.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400

function lateText(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS)
  return days === 0 ? durationText(seconds) : `${days} ${days === 1 ? 'día' : 'días'}`
}

/** The landing promises to answer within a day. A clock that runs behind grants no more than promised. */
export function promiseOf(requestedAtMs: number, nowMs: number) {
  const left = Math.min(DAY_SECONDS, DAY_SECONDS - Math.floor((nowMs - requestedAtMs) / 1_000))
  const shown = Math.max(MINUTE_SECONDS, Math.abs(left))
  return left > 0
    ? { text: `vence en ${durationText(shown)}`, isLate: false }
    : { text: `venció hace ${lateText(shown)}`, isLate: true }
}

interface QuotationCardProps {
  readonly quotation: AdminQuotation
  readonly nowMs: number
}

/** The rule is at the card's left. */
const STATUS_LOOKS: Readonly<Record<QuotationStatus, BadgeLook & { readonly rule: string }>> = {
  pending: { text: 'Pendiente', tone: 'warn', rule: 'bg-warning' },
  contacted: { text: 'Contactado', tone: 'info', rule: 'bg-accent' },
  completed: { text: 'Completado', tone: 'ok', rule: 'bg-success' },
}

const ERASED = 'Dato eliminado'

export function QuotationCard({ quotation: stored, nowMs }: QuotationCardProps) {
  const id = useId()
  const card = useRef<HTMLLIElement>(null)
  const { shown, choose } = useMark(stored.id, card)
  const isMarked = shown !== undefined && stored.status !== 'completed'
  const quotation = isMarked ? { ...stored, status: shown } : stored
  const { company, contact_person, status, comments, is_blocked } = quotation
  const look = STATUS_LOOKS[status]
  return (
    <li
      ref={card}
      tabIndex={-1}
      aria-labelledby={id}
      className="card relative flex min-w-0 flex-col gap-3 overflow-hidden py-4 pr-4 pl-5"
    >
      <span aria-hidden="true" className={`absolute inset-y-0 left-0 w-1 ${look.rule}`} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h2 id={id} dir="auto" className="text-h2 wrap-anywhere">
            {company || (is_blocked ? BLOCKED_TEXT : ERASED)}
          </h2>
          <p dir="auto" className="text-small wrap-anywhere text-ink-2">
            {contact_person}
          </p>
        </div>
        <Badge tone={look.tone} text={look.text} />
      </div>
      <Reach quotation={quotation} />
      <Asked quotation={quotation} nowMs={nowMs} />
      {comments !== '' && (
        <details className="text-small">
          <summary
            className={
              'w-fit cursor-pointer rounded-sm font-semibold text-ink-2 hover:text-ink ' +
              'pointer-coarse:py-[13px]'
            }
          >
            Comentarios
          </summary>
          <p dir="auto" className="mt-1.5 wrap-anywhere whitespace-pre-line text-ink-2">
            {comments}
          </p>
        </details>
      )}
      <QuotationActions quotation={quotation} onMark={choose} />
    </li>
  )
}

const PLAIN = 'inline-flex min-w-0 items-center gap-1.5 text-ink-2'
const LINK =
  'inline-flex min-h-6 min-w-0 max-w-full items-center gap-1.5 font-semibold text-accent hover:underline pointer-coarse:min-h-11'

/** The phone is text where nobody could call it. */
function Reach({ quotation: { email, phone } }: { readonly quotation: AdminQuotation }) {
  const mail = TARGETS.email(email)
  const call = phoneLinks(phone)
  if (email === '' && phone === '') return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-small">
      <Address icon={Mail} href={mail?.href} text={<EmailText email={mail?.text ?? email} />} />
      <Address icon={Phone} href={call?.tel} text={call?.text ?? phone} />
    </p>
  )
}

interface AddressProps {
  readonly icon: LucideIcon
  readonly href: string | undefined
  readonly text: ReactNode
}

function Address({ icon: Icon, href, text }: AddressProps) {
  const Element = href === undefined ? 'span' : 'a'
  return (
    <Element href={href} className={href === undefined ? PLAIN : LINK}>
      <Icon aria-hidden="true" size={14} strokeWidth={1.9} className="flex-none" />
      <span className="min-w-0 wrap-anywhere tabular-nums">{text}</span>
    </Element>
  )
}

function Asked({ quotation, nowMs }: QuotationCardProps) {
  const { created_at, estimated_cards, status } = quotation
  const atMs = Date.parse(created_at)
  const promise = promiseOf(atMs, nowMs)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
      <b className="font-[650] text-ink tabular-nums">{cardsText(estimated_cards)}</b>
      <span aria-hidden="true">·</span>
      <time dateTime={created_at} title={instantText(atMs)}>
        {sinceText(atMs, nowMs)}
      </time>
      {status === 'pending' && <Badge tone={promise.isLate ? 'bad' : 'neutral'} text={promise.text} />}
    </p>
  )
}

const DONE: Readonly<Record<MarkedAs, string>> = {
  contacted: 'Cotización marcada como contactada',
  completed: 'Cotización marcada como completada',
}

/**
 * A mark is sent once its message has gone, or with its card or the page: until then it can be undone. The pressed
 * button is gone or disabled then, so the card takes the focus.
 */
function useMark(id: string, card: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<MarkedAs>()
  const unsent = useRef<MarkedAs>(undefined)
  const [mark] = useMarkQuotationMutation()
  const say = useSay()
  const send = async () => {
    const status = unsent.current
    unsent.current = undefined
    if (status === undefined) return
    const { error } = await mark({ id, status })
    if (error === undefined) return
    say(`Error: ${refusalText(error, 'No pudimos guardar el estado.')}`)
    setShown(undefined)
  }
  const keepFocus = () => card.current?.focus({ preventScroll: true })
  const undo = () => {
    unsent.current = undefined
    setShown(undefined)
    keepFocus()
  }
  const onLeave = useEffectEvent(() => {
    // Without the button, which would undo nothing any more.
    if (unsent.current !== undefined) say(DONE[unsent.current])
    void send()
  })
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const choose = (as: MarkedAs) => {
    unsent.current = as
    setShown(as)
    keepFocus()
    say(DONE[as], { label: 'Deshacer', run: undo, onGone: () => void send() })
  }
  return { shown, choose }
}
