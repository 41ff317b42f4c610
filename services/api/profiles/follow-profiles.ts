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
    onEvent: ({ type, stream, position }) =>
      deps.profiles.changed({ stream, position, effect: EFFECTS[type as EventType] ?? 'edited' }),
  })
