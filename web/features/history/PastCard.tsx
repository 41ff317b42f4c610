import type { PastProfile } from '@app/contracts/api/history-calls.ts'
import { History } from 'lucide-react'
import { useId } from 'react'
import { useIsConnected } from '../../app/connection/use-connection.ts'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../ui/notices/FailedNotice.tsx'
import { Dated } from '../../ui/history/Sentence.tsx'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import type { Moment } from './history-api.ts'
import { PastPhone, PHONE } from './PastPhone.tsx'
import { RestoreSummary } from './RestoreSummary.tsx'
import { useRestore } from './use-restore.ts'

interface PastAnswer {
  /** Of the moment, none of a former one. */
  readonly currentData?: PastProfile | undefined
  readonly isError: boolean
  readonly error?: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface PastCardProps {
  readonly profileId: string
  readonly moment: Moment
  readonly answer: PastAnswer
  /** Undefined where today's version is shown. */
  readonly onBack: (() => void) | undefined
  /** The list lacks the newest changes. */
  readonly isBehind: boolean
}

const FAILED = 'No pudimos mostrar el perfil de ese momento.'

/** The profile as it was, and what a restore would change. */
export function PastCard(props: PastCardProps) {
  const { answer, onBack } = props
  const { currentData: past, isError, error, isFetching, refetch } = answer
  if (past === undefined) {
    if (isFetching || !isError) return <PastSkeleton />
    const refusal = refusalFrom(error)
    // Another try of the same moment is refused alike.
    if (refusal?.code === 'invalid' || refusal?.code === 'not-found')
      return (
        <div role="alert">
          <EmptyNotice title={refusal.detail}>
            {onBack && <Button onClick={onBack}>Volver a hoy</Button>}
          </EmptyNotice>
        </div>
      )
    return (
      <div className="grid gap-3">
        <FailedNotice text={refusalText(error, FAILED)} onRetry={() => void refetch()} />
        {onBack && (
          <Button className="justify-self-center" onClick={onBack}>
            Volver a hoy
          </Button>
        )}
      </div>
    )
  }
  return <Past {...props} past={past} />
}

interface PastProps extends Omit<PastCardProps, 'answer'> {
  readonly past: PastProfile
}

function Past({ profileId, moment, past, onBack, isBehind }: PastProps) {
  const restoring = useRestore(profileId, onBack ?? (() => undefined))
  const atMs = Date.parse('at' in moment ? moment.at : past.at)
  return (
    <section aria-label="Cómo estaba" className="card overflow-clip">
      <Band
        text={onBack ? `Así estaba el ${minuteLabel(atMs)}` : 'Así está hoy'}
        onBack={onBack}
        isBusy={restoring.isBusy}
        reason={useReason(past, isBehind)}
        onRestore={() => restoring.restore(past)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] min-[620px]:grid-cols-[auto_minmax(0,1fr)]">
        <div className="border-line bg-bg p-3.5 max-[619px]:border-b min-[620px]:border-r min-[620px]:p-5 @max-[12rem]:p-2">
          <PastPhone profile={past.profile} />
        </div>
        <div className="flex flex-col px-[18px] py-4 min-[620px]:px-5">
          {past.is_newest ? (
            <p className="text-small text-ink-2">
              Ya es la versión de hoy. Elige un cambio de la lista, o una fecha, para ver cómo estaba antes.
            </p>
          ) : (
            <RestoreSummary past={past} />
          )}
        </div>
      </div>
    </section>
  )
}

/** Why it can't be restored. */
function useReason(past: PastProfile, isBehind: boolean): string | undefined {
  const isConnected = useIsConnected()
  if (past.is_newest) return 'Ya es la versión de hoy.'
  if (!isConnected) return 'Sin conexión.'
  if (isBehind) return 'Faltan tus últimos cambios.'
  return past.restores.length === 0 ? 'Los textos y el tema son los de hoy.' : undefined
}

const BAND =
  'min-h-[57px] gap-2 border-b border-line px-3.5 py-3 min-[620px]:gap-2.5 min-[620px]:pr-3 min-[620px]:pl-[18px]'

interface BandProps {
  readonly text: string
  readonly onBack: (() => void) | undefined
  readonly isBusy: boolean
  readonly reason: string | undefined
  readonly onRestore: () => void
}

function Band({ text, onBack, isBusy, reason, onRestore }: BandProps) {
  const id = useId()
  return (
    <div
      className={`${BAND} z-10 flex flex-wrap items-center bg-accent-soft text-accent max-[899px]:sticky max-[899px]:top-(--head) beside:sticky beside:-top-1 @max-[12rem]:static`}
    >
      <p
        role="status"
        className="flex flex-auto items-center gap-2.5 text-body font-[650] tracking-[-0.01em] tabular-nums max-[619px]:basis-full max-[619px]:flex-wrap"
      >
        <History aria-hidden="true" size={18} strokeWidth={2} className="flex-none" />
        <span className="max-[619px]:min-w-0 max-[619px]:flex-[1_1_6rem] max-[619px]:[&_time]:inline-block max-[619px]:[&_time]:max-w-full max-[619px]:[&_time]:whitespace-normal">
          <Dated text={text} />
        </span>
      </p>
      {onBack && (
        <Button size="sm" className="text-ink max-[619px]:flex-auto" onClick={onBack}>
          Volver a hoy
        </Button>
      )}
      <span title={reason} className="max-[619px]:flex-auto">
        <Button
          kind="primary"
          size="sm"
          className="h-auto! min-h-8 w-full py-1 whitespace-normal! pointer-coarse:min-h-11"
          busy={isBusy}
          disabled={reason !== undefined}
          aria-describedby={reason && id}
          onClick={onRestore}
        >
          {isBusy ? 'Restaurando...' : 'Restaurar esta versión'}
        </Button>
      </span>
      {reason !== undefined && (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </div>
  )
}

export const PastSkeleton = () => (
  <div role="status" aria-busy="true" className="card overflow-hidden">
    <span className="sr-only">Cargando…</span>
    <div className={`${BAND} bg-surface-2`} />
    <div className="grid gap-6 p-5 min-[620px]:grid-cols-[auto_minmax(0,1fr)]">
      <div className={`skeleton mx-auto ${PHONE}`} />
      <div className="grid content-start gap-4">
        <div className="skeleton h-5 w-32" />
        <div className="skeleton h-9" />
        <div className="skeleton h-9" />
        <div className="skeleton h-9" />
      </div>
    </div>
  </div>
)
