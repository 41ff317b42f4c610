import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents, type FollowEventsDeps } from '@app/event-store/follow-events.ts'

/** What ends a session, or takes a profile away from who reads its stream. */
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
  /** Something has ended on a stream of the log. */
  readonly onEnding: (stream: string) => void
  /** From here on it knows: what ended before, nobody told it. */
  readonly onBegin: () => void
}

/** Follows the ends of sessions in the log, told of those of this process, and never asking on behalf of one stream. */
export const followEndings = ({ onEnding, ...deps }: EndingsDeps): { stop(): Promise<void> } =>
  followEvents({
    ...deps,
    types: ENDING_EVENTS,
    gapMs: GAP_MS,
    onEvent: ({ stream }) => onEnding(stream),
  })
