import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { useEffect, useState } from 'react'
import { peopleText } from './live-texts.ts'

/** Hidden from screen readers: the text beside it says the same. */
export const LiveDot = ({ on }: { readonly on: boolean }) => (
  <i
    aria-hidden="true"
    className={`size-2 flex-none rounded-full ${on ? 'live-dot bg-(--live)' : 'bg-line-strong'}`}
  />
)

const SPOKEN_EVERY_MS = 60_000

/** Limits changes of a live region to one a minute. */
function useSpokenSummary(text: string): string {
  const [spoken, setSpoken] = useState(text)
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (!quiet) return undefined
    const timer = setTimeout(() => setQuiet(false), SPOKEN_EVERY_MS)
    return () => clearTimeout(timer)
  }, [quiet])
  if (!quiet && spoken !== text) {
    setSpoken(text)
    setQuiet(true)
  }
  return spoken
}

export function LivePill({ people }: { readonly people: number }) {
  const text = people > 0 ? peopleText(people) : ''
  const spoken = useSpokenSummary(text)
  return (
    <>
      <span role="status" className="sr-only">
        {spoken}
      </span>
      {people > 0 && (
        <span
          aria-hidden="true"
          title={DEFINITIONS.people}
          className="inline-flex min-h-8 max-w-full min-w-0 justify-self-start animate-[fade_var(--dur-3)_var(--ease-out)] items-center gap-2.5 rounded-full bg-success-soft px-3 py-1 text-small font-semibold text-success tabular-nums"
        >
          <LiveDot on />
          <span>{text}</span>
        </span>
      )}
    </>
  )
}
