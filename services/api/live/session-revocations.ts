import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents, type FollowEventsDeps } from '@app/event-store/follow-events.ts'

const ENDING_EVENTS: readonly EventType[] = [
  'PasswordChanged',
  'PasswordDropped',
  'SessionsClosed',
  'AccountDeactivated',
  'AccountErased',
  'AdminRevoked',
  'ProfileDeleted',
]
const GAP_MS = 1_000

export interface EndingsDeps extends Pick<FollowEventsDeps, 'store' | 'onTrouble'> {
  readonly onEnding: (stream: string) => void
  /** Endings are reported from here on; earlier ones were not. */
  readonly onBegin: () => void
}

/** One subscription per process, never one per stream. */
export const followEndings = ({ onEnding, ...deps }: EndingsDeps): { stop(): Promise<void> } =>
  followEvents({
    ...deps,
    types: ENDING_EVENTS,
    gapMs: GAP_MS,
    onEvent: ({ stream }) => onEnding(stream),
  })
