import type { MailboxData } from '@app/contracts/api/rights/mailbox-calls.ts'
import { useEffect, useEffectEvent, useState, useRef, type ComponentProps, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { selectIsLost } from '../../../app/connection/connection-state.ts'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { SayContext } from '../../../ui/notices/say.ts'
import { useMailboxDataQuery, useCloseMailboxMutation } from './mailbox-api.ts'
import { WholeActions } from './WholeActions.tsx'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { minuteLabel, timeLabel } from '../../../ui/wording/exact-time.ts'
import { CardFormLink } from '../RightsFrame.tsx'
import { NOTHING_KEPT, TITLE } from '../rights-texts.ts'
import { MailboxCard } from './MailboxCard.tsx'
import { keptTitle } from './kept-texts.ts'
import './kept.css'
import { Clock } from 'lucide-react'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PageFoot } from '../../../ui/PageFoot.tsx'
import { ScreenTitle } from '../../../ui/ScreenTitle.tsx'
import { keepMailboxKey } from '../mailbox-key.ts'
import './mailbox.css'

interface MailboxFrameProps {
  readonly mailboxKey: string
  readonly until: string | undefined
  readonly aside: ReactNode
  readonly children: ReactNode
}

function MailboxFrame({ mailboxKey, until, aside, children }: MailboxFrameProps) {
  const [close] = useCloseMailboxMutation()
  const leave = () => {
    void close(mailboxKey)
    // Without its key the link's session is of no use to anybody.
    keepMailboxKey(undefined)
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mailbox-width mailbox-bar">
        <Mark size={22} />
        <div className="ml-auto flex items-center gap-3">
          {until !== undefined && (
            <p className="flex items-center gap-2 text-small text-ink-3 max-sm:sr-only">
              <Clock aria-hidden="true" size={16} strokeWidth={1.9} />
              Abierto en esta pestaña hasta las {timeLabel(Date.parse(until))}
            </p>
          )}
          <Button onClick={leave} className="h-11! print:hidden">
            Cerrar
          </Button>
        </div>
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

interface KeptListProps {
  readonly mailboxKey: string
  readonly data: MailboxData
}

function KeptList({ mailboxKey, data }: KeptListProps) {
  const { things, things_total: total, as_of } = data
  const whole = useRef<HTMLElement>(null)
  useKeptFocus(whole)
  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-labelledby="kept-title"
      className="kept-list grid grid-cols-[minmax(0,1fr)] gap-3.5 outline-none"
    >
      <h2 id="kept-title" className={total === 0 ? 'sr-only' : undefined}>
        <span>{total === 0 ? 'No guardamos nada' : keptTitle(total)}</span>{' '}
        <span>
          al <time dateTime={as_of}>{minuteLabel(Date.parse(as_of))}</time>
        </span>
      </h2>
      {total === 0 && <EmptyNotice title={NOTHING_KEPT} />}
      {things.map((thing) => (
        <MailboxCard key={thing.id} mailboxKey={mailboxKey} thing={thing} />
      ))}
      {total > things.length && (
        <p className="text-small text-ink-3">
          Se muestran las {things.length} más nuevas de {total}. En la descarga están las mismas.
        </p>
      )}
      <CardFormLink question="¿Falta algo, o hay un error?" />
    </section>
  )
}

interface MailboxScreenProps {
  readonly mailboxKey: string
  readonly onExpired: () => void
  /** Nothing is left, and the link has ended with it. */
  readonly onErased: (message: string) => void
}

/** Behind a mailed link: everything that its mailbox proves. */
export function MailboxScreen({ mailboxKey, onExpired, onErased }: MailboxScreenProps) {
  const { data, error, isFetching, refetch } = useMailboxDataQuery(mailboxKey, { refetchOnReconnect: true })
  const isLost = useSelector(selectIsLost)
  const [message, setMessage] = useState<string>()
  const [erased, setErased] = useState<string>()
  const isOver = refusalFrom(error)?.code === 'invalid-token'
  useEnd(data, isOver, () => (isOver && erased !== undefined ? onErased(erased) : onExpired()))
  return (
    <SayContext value={setMessage}>
      <MailboxFrame
        mailboxKey={mailboxKey}
        until={data?.until}
        aside={data && <WholeActions mailboxKey={mailboxKey} data={data} onErased={setErased} />}
      >
        {isLost && data && (
          <Said tone="warning" text="Sin conexión. Mostramos los últimos datos guardados." />
        )}
        {message !== undefined && (
          <Said tone={message.startsWith('Error') ? 'danger' : 'success'} text={message} />
        )}
        {error && !data && !isFetching ? (
          <FailedNotice
            text={refusalText(error, 'No pudimos cargar tus datos.')}
            onRetry={() => void refetch()}
          />
        ) : data ? (
          <KeptList mailboxKey={mailboxKey} data={data} />
        ) : (
          <Loading />
        )}
      </MailboxFrame>
    </SayContext>
  )
}

/** By the server's instants alone: the clocks of browsers differ. */
function useEnd(data: MailboxData | undefined, isOver: boolean, onExpired: () => void): void {
  const expired = useEffectEvent(onExpired)
  useEffect(() => {
    if (isOver) expired()
  }, [isOver])
  useEffect(() => {
    if (!data) return undefined
    const timer = setTimeout(() => expired(), Date.parse(data.until) - Date.parse(data.as_of))
    return () => clearTimeout(timer)
  }, [data])
}

interface SaidProps {
  readonly tone: ComponentProps<typeof Notice>['tone']
  readonly text: string
}

/** Stays until something else is done: there is no haste to read it. */
const Said = ({ tone, text }: SaidProps) => (
  <div className="mailbox-said">
    <Notice key={text} tone={tone}>
      {text}
    </Notice>
  </div>
)

const Loading = () => (
  <div aria-busy="true" className="grid gap-3.5">
    <p role="status" className="sr-only">
      Cargando…
    </p>
    {[0, 1].map((one) => (
      <div key={one} className="card grid gap-4 p-5">
        <div className="skeleton h-11 w-3/5" />
        <div className="skeleton h-20" />
        <div className="skeleton h-11" />
      </div>
    ))}
  </div>
)
