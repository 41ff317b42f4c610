import { isolated } from '@app/contracts/fields/isolated.ts'
import { Phone } from 'lucide-react'
import { phoneLinks } from '../../../ui/wording/phone-links.ts'
import type { ListedVisitor } from './visitor-rows.ts'

export const REACH_LINK =
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
