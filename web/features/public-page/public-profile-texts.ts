import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { isolated, displayName } from '@app/contracts/fields/names.ts'

export const pageTitle = (profile: PublicProfile): string =>
  [displayName(profile), profile.company.trim()]
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
    .map(isolated)
    .join(' · ')

export const roleText = ({ position, company }: PublicProfile): string =>
  [position.trim(), company.trim()].filter(Boolean).map(isolated).join(' · ')

/** Of first and last name, else of the only one there is. */
export function profileInitialsOf(profile: PublicProfile): string {
  const { name, lastname } = profile
  const words = [name, lastname].map((part) => part.trim()).filter(Boolean)
  return (words.length > 0 ? words : [displayName(profile)])
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase('es-CL')
}

const PREVIEW_CHARS_MAX = 200

/** Never empty: chat applications show no preview without a description. */
export function previewText(profile: PublicProfile): string {
  const text = roleText(profile) || 'Guarda mis datos de contacto en un toque.'
  const whole = [text, profile.bio.trim().replace(/\s+/g, ' ')].filter(Boolean).join('. ')
  // By code point, so that no emoji is cut in half.
  const characters = [...whole]
  if (characters.length <= PREVIEW_CHARS_MAX) return whole
  return `${characters
    .slice(0, PREVIEW_CHARS_MAX - 1)
    .join('')
    .trimEnd()}…`
}
