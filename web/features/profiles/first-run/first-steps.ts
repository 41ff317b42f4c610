import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'

export interface FirstSteps {
  readonly hasPhoto: boolean
  readonly hasLinks: boolean
}

type Counted = Pick<UnifiedAnalytics, 'total_visits' | 'excluded_by_reason'>

/** The owner's test in a browser that is signed in is not counted, but is a tap all the same; a robot's is not. */
export const hasBeenTapped = ({ total_visits, excluded_by_reason: { visits } }: Counted): boolean =>
  total_visits > 0 || (visits['own'] ?? 0) > 0

/** A link is what the public page shows as a button; an own link needs its title. */
export function firstStepsOf(profile: OwnProfile): FirstSteps {
  const hasLinks = NETWORKS.some((network) =>
    network === 'custom'
      ? profile.custom_link !== '' && profile.custom_link_title !== ''
      : profile[network] !== '',
  )
  return { hasPhoto: profile.profile_image !== null, hasLinks }
}
