import type { PastProfile } from '@app/contracts/audit.ts'
import { History } from 'lucide-react'
import { useEffect, useRef, useLayoutEffect, type RefObject } from 'react'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { HistorySkeleton } from '../../ui/history/Timeline.tsx'
import { Dated } from '../../ui/history/Sentence.tsx'
import { minuteLabel } from '../../ui/wording/date-time.ts'
import type { Shown } from './history-api.ts'
import { PastPhone, RestoreButton, RestoreSummary } from './Restore.tsx'

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
    <div ref={box} tabIndex={-1} className={`scroll-m-3 outline-none ${STICKY_SHEET}`}>
      <PastCard
        profileId={profileId}
        answer={answer}
        onBack={isChosen ? goBack : undefined}
        isBehind={isBehind}
      />
    </div>
  )
}

/** At the end of the page it reaches into the page's own margin. */
const STICKY_SHEET =
  'beside:sticky beside:top-3 beside:-mx-1 beside:-mt-1 beside:-mb-9 beside:overflow-y-auto beside:p-1 ' +
  'beside:max-h-[max(20rem,100dvh-max(0.75rem,var(--above)-0.25rem)-0.75rem)]'

interface PastCardProps {
  readonly profileId: string
  readonly answer: Shown['answer']
  readonly onBack: (() => void) | undefined
  readonly isBehind: boolean
}

function PastCard(props: PastCardProps) {
  const { onBack, answer } = props
  const { currentData: past, isError, error, isFetching, refetch } = answer
  if (past === undefined) {
    if (isFetching || !isError) return <HistorySkeleton />
    const back = onBack && (
      <Button className="justify-self-center" onClick={onBack}>
        Volver a hoy
      </Button>
    )
    const refusal = refusalFrom(error)
    if (refusal?.code === 'invalid' || refusal?.code === 'not-found')
      return (
        <div role="alert">
          <EmptyNotice title={refusal.detail}>{back}</EmptyNotice>
        </div>
      )
    return (
      <div className="grid gap-3">
        <FailedNotice
          text={refusalText(error, 'No pudimos mostrar el perfil de ese momento.')}
          onRetry={() => void refetch()}
        />
        {back}
      </div>
    )
  }
  return <Past {...props} past={past} />
}

type PastProps = Omit<PastCardProps, 'answer'> & { readonly past: PastProfile }

/** Large text would push the phone's edge out of the card. */
const PHONE_PLACE =
  'border-b border-line bg-bg p-3.5 min-[620px]:border-r min-[620px]:border-b-0 min-[620px]:p-5 @max-[12rem]:p-[8px]'

function Past({ profileId, past, onBack, isBehind }: PastProps) {
  return (
    <section aria-label="Cómo estaba" className="card overflow-clip">
      <div className={BAND}>
        <p role="status" className={MOMENT}>
          <History aria-hidden="true" size={18} strokeWidth={2} className="flex-none" />
          <span className={MOMENT_TEXT}>
            <Dated text={onBack ? `Así estaba el ${minuteLabel(Date.parse(past.at))}` : 'Así está hoy'} />
          </span>
        </p>
        {onBack && (
          <Button size="sm" className="text-ink max-[620px]:grow" onClick={onBack}>
            Volver a hoy
          </Button>
        )}
        <RestoreButton profileId={profileId} past={past} isBehind={isBehind} onRestored={onBack} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] min-[620px]:grid-cols-[auto_minmax(0,1fr)]">
        <div className={PHONE_PLACE}>
          <PastPhone profile={past.profile} />
        </div>
        <div className="flex flex-col px-[18px] py-4 min-[620px]:px-5">
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

/** With large text it would fill the screen if it stayed. */
const BAND =
  'flex min-h-[57px] flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3.5 py-3 text-accent ' +
  'min-[620px]:gap-2.5 min-[620px]:pr-3 min-[620px]:pl-[18px] ' +
  'max-[899px]:sticky max-[899px]:top-(--head) max-[899px]:z-10 beside:sticky beside:-top-1 beside:z-10 ' +
  '@max-[12rem]:static!'
const MOMENT =
  'flex flex-auto items-center gap-2.5 text-body font-[650] tracking-[-0.01em] tabular-nums ' +
  'max-[620px]:basis-full max-[620px]:flex-wrap'
const MOMENT_TEXT =
  'max-[620px]:min-w-0 max-[620px]:flex-[1_1_6rem] max-[620px]:[&_time]:inline-block ' +
  'max-[620px]:[&_time]:max-w-full max-[620px]:[&_time]:wrap-anywhere max-[620px]:[&_time]:whitespace-normal'

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
