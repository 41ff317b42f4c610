import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { ChevronDown } from 'lucide-react'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'

/** Hidden where no text was shown. */
export function AcceptedText({ thing: { id, consent } }: { readonly thing: KeptThing }) {
  if (consent === null) return null
  return (
    <details className="kept-text">
      <summary>
        <ChevronDown aria-hidden="true" size={16} strokeWidth={1.9} />
        Ver el texto que aceptaste
      </summary>
      <blockquote>{consent.text}</blockquote>
      <p>
        Lo aceptaste el {minuteLabel(Date.parse(consent.at))}.
        <a href={`/comprobante#thing=${encodeURIComponent(id)}`}>Ver comprobante</a>
      </p>
    </details>
  )
}
