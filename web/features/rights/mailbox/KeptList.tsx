import type { MailboxData } from '@app/contracts/api/rights/mailbox-calls.ts'
import { useRef } from 'react'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { CardFormLink } from '../CardFormLink.tsx'
import { NOTHING_KEPT } from '../rights-texts.ts'
import { KeptCard } from './KeptCard.tsx'
import { keptTitle } from './kept-texts.ts'
import './kept.css'

interface KeptListProps {
  readonly mailboxKey: string
  readonly data: MailboxData
}

export function KeptList({ mailboxKey, data }: KeptListProps) {
  const { things, things_total: total, as_of } = data
  const whole = useRef<HTMLElement>(null)
  useKeptFocus(whole)
  return (
    <section ref={whole} tabIndex={-1} aria-labelledby="kept-title" className="kept-list">
      <h2 id="kept-title" className={total === 0 ? 'sr-only' : undefined}>
        <span>{total === 0 ? 'No guardamos nada' : keptTitle(total)}</span>{' '}
        <span>al {minuteLabel(Date.parse(as_of))}</span>
      </h2>
      {total === 0 && <EmptyNotice title={NOTHING_KEPT} />}
      {things.map((thing) => (
        <KeptCard key={thing.id} mailboxKey={mailboxKey} thing={thing} />
      ))}
      {total > things.length && (
        <p className="text-small text-ink-3">
          Se muestran las {things.length} más nuevas de {total}. En la descarga están las mismas.
        </p>
      )}
      <CardFormLink question="¿Falta algo?" />
    </section>
  )
}
