import type { PublicProfile } from '@app/contracts/api/public.ts'

/** A profile always has a heading, however little its owner filled in. */
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

/** The name by which a sentence speaks of the owner. */
export const shortName = (profile: PublicProfile): string => profile.name.trim() || displayName(profile)

export const pageTitle = (profile: PublicProfile): string =>
  [displayName(profile), profile.company.trim()]
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
    .join(' · ')

const PREVIEW_CHARS_MAX = 200

/** What a chat application shows under the title: never empty, or the preview is not drawn. */
export function previewText({ position, company, bio }: PublicProfile): string {
  const text =
    [position.trim(), company.trim()].filter(Boolean).join(' · ') ||
    'Guarda mis datos de contacto en un toque.'
  const whole = [text, bio.trim().replace(/\s+/g, ' ')].filter(Boolean).join('. ')
  // By characters: half an emoji would be none.
  const characters = [...whole]
  if (characters.length <= PREVIEW_CHARS_MAX) return whole
  return `${characters
    .slice(0, PREVIEW_CHARS_MAX - 1)
    .join('')
    .trimEnd()}…`
}
