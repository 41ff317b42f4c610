import { ConfirmedCall } from '../../../app/ConfirmedCall.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel, Badge } from '../../../ui/Panel.tsx'
import { DEVICE_NAMES } from '@app/contracts/traffic/kinds.ts'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { FailedNotice } from '../../../ui/notices/states.tsx'
import { sinceText } from '../../../ui/wording/date-time.ts'
import { useCloseSessionsMutation } from '../account-api.ts'
import { useEndSessionMutation, useSessionsQuery, type OwnSession } from './own-account-api.ts'

const MINUTE_MS = 60_000

function SessionList() {
  const { data, isError, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [end, { error, isLoading, originalArgs }] = useEndSessionMutation()
  const nowMs = useNow(MINUTE_MS)
  if (isError && !data)
    return <FailedNotice text="No pudimos cargar tus sesiones." onRetry={() => void refetch()} />
  const close = async (id: string) => {
    await end(id)
    void refetch()
  }
  return (
    <ul aria-label="Sesiones abiertas" aria-busy={!data} className="mb-3 min-h-13">
      {data?.map((session) => (
        <li
          key={session.id}
          className="flex min-h-13 flex-wrap border-b border-line items-center justify-between gap-x-3 py-1"
        >
          <SessionText session={session} nowMs={nowMs} />
          {session.is_current ? (
            <Badge tone="info" text="Este dispositivo" />
          ) : (
            <Button
              size="sm"
              busy={isLoading && originalArgs === session.id}
              aria-label={`Cerrar sesión: ${nameOf(session)}`}
              onClick={() => void close(session.id)}
            >
              Cerrar
            </Button>
          )}
          {error && originalArgs === session.id && (
            <p role="alert" className="w-full text-small text-danger">
              {refusalText(error, 'No pudimos cerrar esa sesión.')}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ device }: OwnSession): string =>
  device === 'other' ? 'Otro dispositivo' : DEVICE_NAMES[device]

function SessionText({ session, nowMs }: { readonly session: OwnSession; readonly nowMs: number }) {
  return (
    <p>
      <span className="block">{nameOf(session)}</span>
      <small className="text-small text-ink-2">
        {`Última vez: ${sinceText(Date.parse(session.seen_at), nowMs)}`}
      </small>
    </p>
  )
}

export function CloseSessionsPanel({ onClosed }: { readonly onClosed: () => void }) {
  const [closeSessions] = useCloseSessionsMutation()
  return (
    <Panel title="Tus sesiones">
      <SessionList />
      <p className="mb-3 text-ink-2">
        ¿Perdiste un teléfono o entraste en un computador ajeno? Sal de todos a la vez.
      </p>
      <ConfirmedCall
        title="¿Cerrar todas las sesiones?"
        consequence="Saldrás de tu cuenta en este y en todos tus dispositivos. Para volver, entra de nuevo."
        verb="Cerrar sesiones"
        busyVerb="Cerrando..."
        fallback="No pudimos cerrar tus sesiones."
        send={() => closeSessions()}
        onDone={onClosed}
      >
        {(ask) => (
          <Button aria-haspopup="dialog" className="self-start" onClick={ask}>
            Cerrar todas las sesiones
          </Button>
        )}
      </ConfirmedCall>
    </Panel>
  )
}
