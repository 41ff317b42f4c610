import { hash } from 'node:crypto'
import { SLUG } from '@app/contracts/events/profile.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'

// Keys are hashes: their length does not depend on what a caller puts into a path.

/** Names that no profile can have share one bucket. */
const IMPOSSIBLE = '?'

/** A profile's id or slug in lower case, or the name of all that can be neither. */
function possibleName(profile: string): string {
  // The length first: a regular expression would read up to 15 KB.
  if (profile.length > LIMITS.slugCharsMax) return IMPOSSIBLE
  const name = profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

const hashOf = (text: string): string => hash('sha256', text, 'base64')

/** Key of all traffic of one network. */
export const networkKey = (network: string): string => hashOf(network)

/** Key of the traffic of one network on one profile; its page has a bucket besides the taps'. */
export const profileKey = (
  network: string,
  { profile = '', isPage = false }: { readonly profile: string | undefined; readonly isPage?: boolean },
): string => hashOf(`${network} ${isPage ? 'page' : 'profile'} ${possibleName(profile)}`)
