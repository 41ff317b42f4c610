import { useEffect, useRef } from 'react'
import { HistorySkeleton } from '../../ui/history/HistorySkeleton.tsx'
import { useWindowRoom } from '../../ui/history/use-window-room.ts'
import type { Moment } from './history-api.ts'
import { PastCard } from './PastCard.tsx'
import type { Shown } from './use-shown.ts'

interface PastViewProps {
  readonly profileId: string
  readonly shown: Shown
  /** Beside the list or below it; else instead of it. */
  readonly wide: boolean
  readonly isBehind: boolean
  readonly isLoading: boolean
}

/** Stays beside a list that is longer than the screen; where it is below or instead of it, a choice scrolls to it. */
export function PastView({ isLoading, ...props }: PastViewProps) {
  const { moment } = props.shown
  if (moment === undefined) return isLoading && <HistorySkeleton />
  return <PastBox {...props} moment={moment} />
}

interface PastBoxProps extends Omit<PastViewProps, 'isLoading'> {
  readonly moment: Moment
}

function PastBox({ profileId, shown, wide, isBehind, moment }: PastBoxProps) {
  const { answer, chosen, goTo, search } = shown
  const box = useRef<HTMLDivElement>(null)
  useWindowRoom(box)
  const isChosen = chosen !== undefined
  useEffect(() => {
    if (!isChosen || !box.current) return
    box.current.scrollTop = 0
    box.current.scrollIntoView?.({ block: wide ? 'nearest' : 'start' })
  }, [search, isChosen, wide])
  // The pressed button goes away with the version.
  const goBack = () => {
    goTo(undefined)
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={box} tabIndex={-1} className="past-view scroll-m-3 outline-none">
      <PastCard
        profileId={profileId}
        moment={moment}
        answer={answer}
        onBack={chosen && goBack}
        isBehind={isBehind}
      />
    </div>
  )
}
