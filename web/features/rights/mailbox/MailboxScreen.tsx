import type { MailboxData } from '@app/contracts/api/rights/mailbox-calls.ts'
import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { selectIsLost } from '../../../app/connection/connection-state.ts'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { SayContext } from '../../../ui/notices/say.ts'
import { useMailboxDataQuery } from './mailbox-api.ts'
import { KeptList } from './KeptList.tsx'
import { MailboxFrame } from './MailboxFrame.tsx'
import { WholeActions } from './WholeActions.tsx'

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
