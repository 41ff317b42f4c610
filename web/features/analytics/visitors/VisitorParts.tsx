import { isolated } from '@app/contracts/fields/isolated.ts'
import { Phone, UserRoundCheck } from 'lucide-react'
import { countLabel } from '../../../ui/wording/figures.ts'
import { phoneLinks } from '../../../ui/wording/phone-links.ts'
import { agoText, instantText } from '../../../ui/wording/relative-time.ts'
import type { ListedVisitor } from './visitor-rows.ts'
import './visitors.css'

export const ContactBadge = () => (
  <span className="my-0.5 flex h-[1.375rem] w-fit items-center gap-[5px] rounded-full bg-success-soft px-2 text-micro font-semibold whitespace-nowrap text-success">
    <UserRoundCheck aria-hidden="true" size={12} strokeWidth={2.4} />
    Contacto
  </span>
)

interface CameProps {
  readonly visitor: ListedVisitor
  readonly nowMs: number
}

/** When somebody said their name, and how often they clicked. */
export function Came({ visitor: { named_at: at, clicks }, nowMs }: CameProps) {
  const atMs = Date.parse(at)
  return (
    <span className="visitor-came">
      <time dateTime={at} title={instantText(atMs)} className="text-micro text-ink-3 tabular-nums">
        {agoText(atMs, nowMs)}
      </time>
      <span className="text-small whitespace-nowrap text-ink-2 tabular-nums">
        <b className="font-[650] text-ink">{countLabel(clicks)}</b>
        <span> </span>
        <span>{clicks === 1 ? 'clic' : 'clics'}</span>
      </span>
    </span>
  )
}

const REACH_LINK =
  'inline-flex min-h-6 items-center gap-1 font-semibold text-accent hover:underline pointer-coarse:min-h-11'

/** To call the visitor, and to write to a mobile phone. */
export function Reach({ visitor: { name, phone } }: { readonly visitor: ListedVisitor }) {
  const links = phoneLinks(phone)
  if (!links) return phone === '' ? null : <p className="text-ink-2 tabular-nums wrap-anywhere">{phone}</p>
  return (
    <p className="flex flex-wrap gap-x-4">
      <a
        href={links.tel}
        aria-label={`Llamar a ${isolated(name)}, ${links.text}`}
        className={`${REACH_LINK} tabular-nums`}
      >
        <Phone aria-hidden="true" size={14} strokeWidth={1.9} />
        {links.text}
      </a>
      {links.whatsapp !== undefined && (
        <a
          href={links.whatsapp}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp con ${isolated(name)}, abre en otra aplicación`}
          className={REACH_LINK}
        >
          WhatsApp
        </a>
      )}
    </p>
  )
}
