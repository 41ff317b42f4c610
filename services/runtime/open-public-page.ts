import {
  createProfileLookup,
  type ProfileChange,
  type ProfileLookup,
} from '@app/api/profiles/profile-lookup.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'
import type { ProductDeps } from './product-deps.ts'
import { createRecorder, type Recorder } from '@app/api/public-page/recorder.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents, type FollowEventsDeps } from '@app/event-store/follow-events.ts'

/** Read models that a public page needs. */
export const OF_PAGES = ['profiles', 'accounts'] as const

/** A cache of profiles for pages and taps, updated with the writes of any process. */
export function openProfiles(
  { backend, log, onStop }: ProductDeps,
  { waitFor }: Pick<ProjectionProgress, 'waitFor'>,
): ProfileLookup {
  const { reader, sealed, seals, monotonicMs } = backend
  const profiles = createProfileLookup({
    db: reader,
    seals,
    monotonicMs,
    passed: (position, timeoutMs) => waitFor(position, timeoutMs, OF_PAGES),
  })
  const onTrouble = (error: unknown): void =>
    log.warn({ err: error }, 'changes of profiles cannot be followed')
  onStop(followProfiles({ store: sealed, profiles, onTrouble }).stop)
  return profiles
}

const PENDING_MS_MAX = 2_000

export function openRecorder({ metrics, log, say, onStop }: ProductDeps): Recorder {
  const recorder = createRecorder({
    onPending: (pending) => metrics.pendingFacts.set(pending),
    onDropped: () => metrics.droppedFacts.inc(),
    onLost: (error) => log.warn({ err: error }, 'a pending tap could not be recorded'),
  })
  onStop(async () => {
    const lost = await recorder.stop(PENDING_MS_MAX)
    if (lost > 0) say(`${lost} toques no alcanzaron a guardarse.`)
  })
  return recorder
}

const EFFECTS: Partial<Record<EventType, ProfileChange['effect']>> = {
  ProfileEdited: 'edited',
  ProfileImageSet: 'edited',
  ProfileImageRemoved: 'edited',
  ThemeApplied: 'edited',
  ProfileSlugChanged: 'edited',
  ProfileActivated: 'opened',
  ProfileDeactivated: 'closed',
  ProfileDeleted: 'closed',
  AccountRegistered: 'opened',
  AccountReactivated: 'opened',
  AccountDeactivated: 'closed',
  AccountErased: 'closed',
  SubjectBlocked: 'closed',
  SubjectUnblocked: 'opened',
}
/** A saved edit shows in other processes within 300 ms. */
const GAP_MS = 100

const followProfiles = (
  deps: Pick<FollowEventsDeps, 'store' | 'onTrouble'> & { readonly profiles: Pick<ProfileLookup, 'changed'> },
): { stop(): Promise<void> } =>
  followEvents({
    ...deps,
    types: Object.keys(EFFECTS) as EventType[],
    gapMs: GAP_MS,
    onEvent: ({ type, stream, position, data }) => {
      // Where somebody is blocked, the event names whom. An owner who is blocked closes no profile.
      const changed = typeof data.subject === 'string' ? data.subject : stream
      if (changed !== stream && !changed.startsWith(profileStream(''))) return
      deps.profiles.changed({ stream: changed, position, effect: EFFECTS[type as EventType] ?? 'edited' })
    },
  })
