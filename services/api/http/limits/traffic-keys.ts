import { hash } from 'node:crypto'
import { SLUG } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'

// Keys are hashes, so that their length does not depend on the path.

const IMPOSSIBLE = '?'

function possibleName(profile: string): string {
  // Length first: a regular expression would read the whole name.
  if (profile.length > LIMITS.slugCharsMax) return IMPOSSIBLE
  const name = profile.toLowerCase()
  return SLUG.test(name) || LOWER_CASE_UUID.test(name) ? name : IMPOSSIBLE
}

const hashOf = (text: string): string => hash('sha256', text, 'base64')

export const networkKey = (network: string): string => hashOf(network)

export const profileKey = (
  network: string,
  { profile = '', isPage = false }: { readonly profile: string | undefined; readonly isPage?: boolean },
): string => hashOf(`${network} ${isPage ? 'page' : 'profile'} ${possibleName(profile)}`)
