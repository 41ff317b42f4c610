import type { PublicProfile } from '@app/contracts/api/public.ts'

export function displayName({ name, lastname, company, slug }: PublicProfile): string {
  return (
    [name, lastname]
      .map((part) => part.trim())
      .join(' ')
      .trim() ||
    company.trim() ||
    slug
  )
}

export const shortName = (profile: PublicProfile): string => profile.name.trim() || displayName(profile)

export const pageTitle = (profile: PublicProfile): string =>
  [displayName(profile), profile.company.trim()]
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
    .join(' · ')

const PREVIEW_CHARS_MAX = 200

/** Never empty: chat applications show no preview without a description. */
export function previewText({ position, company, bio }: PublicProfile): string {
  const text =
    [position.trim(), company.trim()].filter(Boolean).join(' · ') ||
    'Guarda mis datos de contacto en un toque.'
  const whole = [text, bio.trim().replace(/\s+/g, ' ')].filter(Boolean).join('. ')
  // By code point, so that no emoji is cut in half.
  const characters = [...whole]
  if (characters.length <= PREVIEW_CHARS_MAX) return whole
  return `${characters
    .slice(0, PREVIEW_CHARS_MAX - 1)
    .join('')
    .trimEnd()}…`
}
