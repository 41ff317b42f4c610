import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import {
  Bell,
  CircleUserRound,
  Contact,
  FileText,
  Lock,
  EyeOff,
  type LucideIcon,
  Building2,
  Hourglass,
  KeyRound,
  Mail,
  MessageCircle,
  Reply,
} from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { KeptFoot, type ThingProps } from './KeptFoot.tsx'
import { PRODUCT } from '@app/contracts/product.ts'
import { daysApart } from './kept-texts.ts'

const BlockedNotice = ({ since }: { readonly since: string }) => (
  <div className="flex items-center gap-3.5 rounded-md bg-surface-3 px-4 py-3.5 text-[.875rem] leading-[1.45] text-ink-2 [&>svg]:flex-none">
    <EyeOff aria-hidden="true" size={20} strokeWidth={1.9} />
    <p>
      <b className="block text-[.9375rem] text-ink">Dato bloqueado</b>
      Desde el <time dateTime={since}>{minuteLabel(Date.parse(since))}</time> nadie lo ve ni lo usa. No está
      borrado.
    </p>
  </div>
)

const ICONS: Readonly<Record<KeptThing['kind'], LucideIcon>> = {
  reminder: Bell,
  quotation: FileText,
  account: CircleUserRound,
  visitor: Contact,
}
const TONES: Readonly<Record<NonNullable<KeptThing['status']>['tone'], BadgeTone>> = {
  ok: 'ok',
  warning: 'warn',
  neutral: 'neutral',
}

const PURPOSE_ICONS: Readonly<Record<KeptThing['kind'], LucideIcon>> = {
  reminder: Mail,
  quotation: Reply,
  account: KeyRound,
  visitor: MessageCircle,
}
const WIDE_CHARS_MIN = 24

function KeptWords({ thing }: { readonly thing: KeptThing }) {
  const { fields, kind, purpose, responsible, is_on_behalf: isOnBehalf, until } = thing
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {fields.length > 0 && (
        <dl className="kept-words">
          {fields.map((field) => (
            <div key={field.name} {...widthOf(field)}>
              <dt>{field.label}</dt>
              <dd dir="auto">{field.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="kept-facts">
        <Fact icon={PURPOSE_ICONS[kind]}>{purpose}</Fact>
        <Fact icon={Building2}>
          <b className="font-semibold text-ink">
            Responsable: <bdi>{responsible}</bdi>.
          </b>
          <span>{isOnBehalf && ` ${PRODUCT.name} los guarda por su encargo.`}</span>
        </Fact>
        <Fact icon={Hourglass}>
          {daysApart(until).map((part, index) =>
            index % 2 === 0 ? (
              <span key={part}>{part}</span>
            ) : (
              <b key={part} className="font-semibold whitespace-nowrap text-ink">
                {part}
              </b>
            ),
          )}
        </Fact>
      </ul>
    </div>
  )
}

const widthOf = ({ is_long: isLong, value }: KeptThing['fields'][number]) => {
  if (isLong) return { 'data-long': true }
  return value.length >= WIDE_CHARS_MIN ? { 'data-wide': true } : {}
}

const Fact = ({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) => (
  <li>
    <Icon aria-hidden="true" size={18} strokeWidth={1.9} />
    <p>{children}</p>
  </li>
)

export function MailboxCard({ mailboxKey, thing }: ThingProps) {
  const title = useId()
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  const { blocked_since: blockedSince } = thing
  return (
    <article ref={card} tabIndex={-1} aria-labelledby={title} className="card kept">
      <Head thing={thing} titleId={title} />
      {blockedSince === null ? <KeptWords thing={thing} /> : <BlockedNotice since={blockedSince} />}
      <KeptFoot mailboxKey={mailboxKey} thing={thing} />
    </article>
  )
}

function Head({ thing, titleId }: { readonly thing: KeptThing; readonly titleId: string }) {
  const { title, since, status, until, responsible, blocked_since: blockedSince } = thing
  const Icon = blockedSince === null ? ICONS[thing.kind] : Lock
  const ground = blockedSince === null ? 'bg-accent-soft text-accent' : 'bg-surface-3 text-ink-2'
  return (
    <header className="flex items-center gap-3 sm:gap-3.5">
      <span
        aria-hidden="true"
        className={`grid size-[44px] flex-none place-items-center rounded-[13px] ${ground}`}
      >
        <Icon size={22} strokeWidth={1.9} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 id={titleId} className="text-[1.125rem] leading-[1.25] tracking-[-0.02em] wrap-anywhere">
          {title}
        </h3>
        <p className="mt-[2px] flex min-h-[22px] flex-wrap items-center gap-x-2.5 gap-y-[2px] text-small text-ink-3">
          <span>
            {blockedSince === null
              ? `Desde el ${minuteLabel(Date.parse(since))}`
              : `${until.replace(/\.$/, '')} · Responsable: ${isolated(responsible)}`}
          </span>
          {status && <Badge tone={TONES[status.tone]} text={status.text} />}
        </p>
      </div>
    </header>
  )
}
