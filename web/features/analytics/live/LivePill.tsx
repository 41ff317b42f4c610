import { DEFINITIONS } from '@app/contracts/traffic/shares.ts'
import { peopleText } from './live-feed.ts'

/** Hidden from screen readers: the text beside it says the same. */
export const LiveDot = ({ on }: { readonly on: boolean }) => (
  <i
    aria-hidden="true"
    className={`size-2 flex-none rounded-full ${on ? 'live-dot bg-(--live)' : 'bg-line-strong'}`}
  />
)

export const LivePill = ({ people }: { readonly people: number }) =>
  people > 0 && (
    <span
      title={DEFINITIONS.people}
      className="inline-flex min-h-8 max-w-full min-w-0 justify-self-start animate-[fade_var(--dur-3)_var(--ease-out)] items-center gap-2.5 rounded-full bg-success-soft px-3 py-1 text-small font-semibold text-success tabular-nums"
    >
      <LiveDot on />
      <span>{peopleText(people)}</span>
    </span>
  )
