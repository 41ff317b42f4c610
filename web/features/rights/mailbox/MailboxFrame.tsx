import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PageFoot } from '../../../ui/PageFoot.tsx'
import { ScreenTitle } from '../../../ui/ScreenTitle.tsx'
import { timeLabel } from '../../../ui/wording/exact-time.ts'
import { keepMailboxKey } from '../mailbox-key.ts'
import { useCloseMailboxMutation } from './mailbox-api.ts'
import { TITLE } from '../rights-texts.ts'
import './mailbox.css'

interface MailboxFrameProps {
  readonly mailboxKey: string
  readonly until: string | undefined
  readonly aside: ReactNode
  readonly children: ReactNode
}

export function MailboxFrame({ mailboxKey, until, aside, children }: MailboxFrameProps) {
  const [close] = useCloseMailboxMutation()
  const leave = () => {
    void close(mailboxKey)
    // Without its key the link's session is of no use to anybody.
    keepMailboxKey(undefined)
  }
  return (
    <div className="mailbox">
      <header className="mailbox-width mailbox-bar">
        <Mark size={22} />
        {until !== undefined && (
          <p className="mailbox-until">
            <Clock aria-hidden="true" size={16} strokeWidth={1.9} />
            Abierto en este navegador hasta las {timeLabel(Date.parse(until))}
          </p>
        )}
        <Button onClick={leave}>Cerrar</Button>
      </header>
      <main className="mailbox-width mailbox-main">
        <div className="mailbox-side">
          <ScreenTitle text={TITLE} />
          {aside}
        </div>
        <div className="min-w-0">{children}</div>
      </main>
      <PageFoot note="Es gratis y no necesitas cuenta." className="mailbox-width pb-4" />
    </div>
  )
}
