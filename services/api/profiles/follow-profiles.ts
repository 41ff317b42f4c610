import { profileStream } from '@app/contracts/events/profile-events.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents, type FollowEventsDeps } from '@app/event-store/follow-events.ts'
import type { ProfileChange } from './pending-profile-changes.ts'
import type { ProfileLookup } from './profile-lookup.ts'

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

export const followProfiles = (
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
