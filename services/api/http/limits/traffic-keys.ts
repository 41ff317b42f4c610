import { hash } from 'node:crypto'
import { SLUG } from '@app/contracts/events/profile.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'

/** Keys of equal length, so that what a caller puts into a path does not decide how much memory it takes. */

/** No profile has this name: names that no profile can have share one bucket. */
const IMPOSSIBLE = '?'

/** A profile's id or slug in lower case; everything that can be neither is one name. */
function possibleName(profile: string): string {
  // The length first: a regular expression would read all of what may be 15 KB.
  if (profile.length > LIMITS.slugCharsMax) return IMPOSSIBLE
  const name = profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

const hashOf = (text: string): string => hash('sha256', text, 'base64')

/** Of all traffic of one network. */
export const networkKey = (network: string): string => hashOf(network)

/** Of the traffic of one network on one profile; its page is counted beside the tap that follows. */
export const profileKey = (
  network: string,
  { profile = '', isPage = false }: { readonly profile: string | undefined; readonly isPage?: boolean },
): string => hashOf(`${network} ${isPage ? 'page' : 'profile'} ${possibleName(profile)}`)
