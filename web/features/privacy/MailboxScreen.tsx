import type { MailboxData, KeptThing } from '@app/contracts/privacy/mailbox.ts'
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { selectIsLost } from '../../app/api.ts'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { saveJson } from '../../ui/browser/copy-and-save.ts'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { useKeptFocus } from '../../ui/focus.ts'
import { minuteLabel, timeLabel } from '../../ui/wording/date-time.ts'
import { countedText } from '../../ui/wording/figures.ts'
import { DataPage, ActButton, KeptCard } from './DataPage.tsx'
import {
  keepMailboxKey,
  useMailboxDataQuery,
  useActOnMailboxMutation,
  type MailboxAct,
} from './privacy-api.ts'
import { CardFormLink, NOTHING_KEPT, TITLE } from './RightsFrame.tsx'
import { RETENTION } from '@app/contracts/limits/periods.ts'

const EXPIRED = 'Se acabó el tiempo en esta pestaña. Pide otro enlace para seguir.'

interface MailboxScreenProps {
  readonly mailboxKey: string
  /** @param why as the door says it */
  readonly onEnded: (why: string) => void
}

export function MailboxScreen({ mailboxKey, onEnded }: MailboxScreenProps) {
  const { data, error, isFetching, refetch } = useMailboxDataQuery(mailboxKey, { refetchOnReconnect: true })
  const isLost = useSelector(selectIsLost)
  const [erased, setErased] = useState<string>()
  const isOver = refusalFrom(error)?.code === 'invalid-token'
  useEnd(data, isOver, () => onEnded((isOver ? erased : undefined) ?? EXPIRED))
  // Without its key the link's session is of no use to anybody.
  const leave = (
    <Button onClick={() => keepMailboxKey(undefined)} className="print:hidden">
      Cerrar
    </Button>
  )
  return (
    <DataPage title={TITLE} leave={leave}>
      {isLost && data && <Notice tone="warning">Sin conexión. Mostramos los últimos datos guardados.</Notice>}
      {data ? (
        <Kept mailboxKey={mailboxKey} data={data} onErased={setErased} />
      ) : error && !isFetching ? (
        <FailedNotice
          text={refusalText(error, 'No pudimos cargar tus datos.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </DataPage>
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

interface KeptProps extends Pick<MailboxScreenProps, 'mailboxKey'> {
  readonly data: MailboxData
  readonly onErased: (message: string) => void
}

function Kept({ mailboxKey, data, onErased }: KeptProps) {
  const { email, things, things_total: total, as_of: at, until, objected_at: objectedAt } = data
  const whole = useRef<HTMLElement>(null)
  useKeptFocus(whole)
  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-labelledby="data-title"
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 outline-none"
    >
      <p className="wrap-anywhere text-ink-2">
        {`Datos que prueba ${email}. Abierto en esta pestaña hasta las ${timeLabel(Date.parse(until))}.`}
      </p>
      {objectedAt !== null && (
        <p className="text-small text-ink-2">{`Desde el ${minuteLabel(Date.parse(objectedAt))} no te escribimos.`}</p>
      )}
      <WholeActions mailboxKey={mailboxKey} data={data} onErased={onErased} />
      <h2 id="data-title" className="text-[1.125rem]">
        {`Guardamos ${countedText(total, 'cosa', 'cosas')} de ti al ${minuteLabel(Date.parse(at))}`}
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

function WholeActions({ mailboxKey, data, onErased }: KeptProps) {
  const { email, things, things_total: total, objected_at: objectedAt } = data
  const hasAccount = things.some(({ kind }) => kind === 'account')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {total > 0 && <Button onClick={() => saveJson(data, 'mis-datos.json')}>Descargar todo</Button>}
      {objectedAt === null && (
        <MailboxButton
          act={{ key: mailboxKey, act: { act: 'object' } }}
          verb="No me escriban más"
          name={email}
          consequence="Cancela los recordatorios y avisos a este correo, de ahora y de después. Tus datos quedan."
        />
      )}
      {total > 0 && (
        <MailboxButton
          act={{ key: mailboxKey, act: { act: 'erase' } }}
          kind="quiet-danger"
          verb="Borrar todo"
          name={email}
          consequence={(hasAccount ? ACCOUNT_ERASED : '') + ERASED}
          onDone={onErased}
        />
      )}
    </div>
  )
}

interface ThingProps {
  readonly mailboxKey: string
  readonly thing: KeptThing
}

export const ERASED = `Quedan las cifras, sin decir de quién son. En los respaldos deja de poder leerse en ${RETENTION.copiesHours} horas. No se puede deshacer.`
export const ACCOUNT_ERASED = 'Tus perfiles dejan de verse, con sus imágenes y enlaces. '

export function MailboxCard({ mailboxKey, thing }: ThingProps) {
  const { id, kind, title, blocked_since: blockedSince } = thing
  return (
    <KeptCard thing={thing}>
      {blockedSince === null ? (
        <MailboxButton
          act={{ key: mailboxKey, act: { act: 'block', id } }}
          verb="Bloquear"
          name={title}
          consequence="Nadie lo ve ni lo usa hasta que lo desbloquees, tampoco para escribirte. No se borra."
        />
      ) : (
        <UnblockButton mailboxKey={mailboxKey} thing={thing} />
      )}
      <MailboxButton
        act={{ key: mailboxKey, act: { act: 'erase', id } }}
        kind="quiet-danger"
        verb="Borrar"
        name={title}
        consequence={(kind === 'account' ? ACCOUNT_ERASED : '') + ERASED}
      />
    </KeptCard>
  )
}

function UnblockButton({ mailboxKey, thing: { id, title } }: ThingProps) {
  const [act, { isLoading }] = useActOnMailboxMutation()
  const say = useSay()
  const press = async () => {
    const { data, error } = await act({ key: mailboxKey, act: { act: 'unblock', id } })
    say(data?.message ?? `Error al desbloquear. ${refusalText(error, 'Inténtalo de nuevo.')}`)
  }
  return (
    <Button aria-label={`Desbloquear: ${title}`} busy={isLoading} onClick={() => void press()}>
      Desbloquear
    </Button>
  )
}

interface MailboxButtonProps extends Omit<ComponentProps<typeof ActButton>, 'act'> {
  readonly act: MailboxAct
}

export function MailboxButton({ act, ...button }: MailboxButtonProps) {
  const [run] = useActOnMailboxMutation()
  return <ActButton {...button} act={() => run(act)} />
}
