import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents, type FollowEventsDeps } from '@app/event-store/follow-events.ts'

const REVOKING_EVENTS: readonly EventType[] = [
  'PasswordChanged',
  'PasswordDropped',
  'SessionsClosed',
  'AccountDeactivated',
  'AccountErased',
  'AdminRevoked',
  'ProfileDeleted',
]
const GAP_MS = 1_000

export interface SessionRevocationsDeps extends Pick<FollowEventsDeps, 'store' | 'onTrouble'> {
  readonly onRevocation: (stream: string) => void
  /** Revocations are reported from here on; earlier ones were not. */
  readonly onBegin: () => void
  /** A second by default. */
  readonly gapMs?: number | undefined
}

/** One subscription per process, never one per stream. */
export const followSessionRevocations = ({
  onRevocation,
  gapMs = GAP_MS,
  ...deps
}: SessionRevocationsDeps): { stop(): Promise<void> } =>
  followEvents({
    ...deps,
    types: REVOKING_EVENTS,
    gapMs,
    onEvent: ({ stream }) => onRevocation(stream),
  })
