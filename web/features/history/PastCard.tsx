import type { PastProfile } from '@app/contracts/audit.ts'
import { History } from 'lucide-react'
import { useId, useEffect, useRef, useLayoutEffect, type RefObject } from 'react'
import { useIsConnected } from '../../app/OfflineBanner.tsx'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { HistorySkeleton } from '../../ui/history/Timeline.tsx'
import { Dated } from '../../ui/history/TimelineLine.tsx'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import type { Shown } from './history-api.ts'
import { PastPhone, RestoreSummary, useRestore } from './RestoreSummary.tsx'
import './past-card.css'

interface PastViewProps {
  readonly profileId: string
  readonly shown: Shown
  readonly isBehind: boolean
  readonly isLoading: boolean
}

/** Stays beside a list that is longer than the screen; where it is below, a choice scrolls to it. */
export function PastView({ isLoading, ...props }: PastViewProps) {
  if (props.shown.version === undefined) return isLoading && <HistorySkeleton />
  return <PastBox {...props} />
}

function PastBox({ profileId, shown, isBehind }: Omit<PastViewProps, 'isLoading'>) {
  const { answer, chosen, goToToday, search } = shown
  const box = useRef<HTMLDivElement>(null)
  useWindowRoom(box)
  const isChosen = chosen !== undefined
  useEffect(() => {
    if (!isChosen || !box.current) return
    box.current.scrollTop = 0
    box.current.scrollIntoView?.({ block: 'nearest' })
  }, [search, isChosen])
  // The pressed button goes away with the version.
  const goBack = () => {
    goToToday()
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={box} tabIndex={-1} className="past-view scroll-m-3 outline-none">
      <PastCard
        profileId={profileId}
        answer={answer}
        onBack={isChosen ? goBack : undefined}
        isBehind={isBehind}
      />
    </div>
  )
}

interface PastAnswer {
  /** Data of the chosen moment, never of a former one. */
  readonly currentData?: PastProfile | undefined
  readonly isError: boolean
  readonly error?: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface PastCardProps {
  readonly profileId: string
  readonly answer: PastAnswer
  readonly onBack: (() => void) | undefined
  readonly isBehind: boolean
}

const FAILED = 'No pudimos mostrar el perfil de ese momento.'

function PastCard(props: PastCardProps) {
  const { answer, onBack } = props
  const { currentData: past, isError, error, isFetching, refetch } = answer
  if (past === undefined) {
    if (isFetching || !isError) return <HistorySkeleton />
    const refusal = refusalFrom(error)
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

function Past({ profileId, past, onBack, isBehind }: PastProps) {
  const restoring = useRestore(profileId, onBack ?? (() => undefined))
  return (
    <section aria-label="Cómo estaba" className="past card">
      <Band
        text={onBack ? `Así estaba el ${minuteLabel(Date.parse(past.at))}` : 'Así está hoy'}
        onBack={onBack}
        isBusy={restoring.isBusy}
        reason={useReason(past, isBehind)}
        onRestore={() => restoring.restore(past)}
      />
      <div className="past-body">
        <div className="bg-bg">
          <PastPhone profile={past.profile} />
        </div>
        <div className="flex flex-col">
          {past.is_newest ? (
            <p className="text-small text-ink-2">
              Ya es la versión de hoy. Elige un cambio de la lista para ver cómo estaba antes.
            </p>
          ) : (
            <RestoreSummary past={past} />
          )}
        </div>
      </div>
    </section>
  )
}

function useReason(past: PastProfile, isBehind: boolean): string | undefined {
  const isConnected = useIsConnected()
  if (past.is_newest) return 'Ya es la versión de hoy.'
  if (!isConnected) return 'Sin conexión.'
  if (isBehind) return 'Faltan tus últimos cambios.'
  return past.restores.length === 0 ? 'Los textos y el tema son los de hoy.' : undefined
}

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
    <div className="past-band flex flex-wrap items-center border-b border-line bg-accent-soft text-accent">
      <p
        role="status"
        className="past-moment flex items-center gap-2.5 text-body font-[650] tracking-[-0.01em] tabular-nums"
      >
        <History aria-hidden="true" size={18} strokeWidth={2} className="flex-none" />
        <span>
          <Dated text={text} />
        </span>
      </p>
      {onBack && (
        <Button size="sm" className="past-action text-ink" onClick={onBack}>
          Volver a hoy
        </Button>
      )}
      <span title={reason} className="past-action">
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

/** Sets `--above`, where list and sheet begin in the window: the sheet ends with the window, however it is scrolled. */
function useWindowRoom(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style, parentElement: both } = sheet.current!
    const measure = () => style.setProperty('--above', `${both!.getBoundingClientRect().top}px`)
    measure()
    window.addEventListener('scroll', measure)
    return () => window.removeEventListener('scroll', measure)
  })
}
