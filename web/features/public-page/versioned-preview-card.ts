import { createHash } from 'node:crypto'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { PreviewCard, PreviewColours, VersionedPreviewCard } from '@app/contracts/public-page.ts'

import { displayName, isolated } from '@app/contracts/fields/names.ts'
import { themeLook } from './view/styles/themes.ts'

/** Increase it when the same card is drawn in another way: messengers keep what they fetched under an address. */
const DRAWING = 2
const VERSION_DIGITS = 16

function coloursOf(profile: PublicProfile): PreviewColours {
  const look = themeLook(profile)
  const colour = (name: `--p-${string}`): string => look[name] ?? ''
  return {
    background: colour('--p-bg'),
    text: colour('--p-text'),
    tile: colour('--p-tile'),
    accent: colour('--p-accent'),
    cover: look['--p-cover'] ?? colour('--p-button'),
    coverInk: look['--p-cover-ink'] ?? colour('--p-on'),
  }
}

export function previewCardOf(profile: PublicProfile): VersionedPreviewCard {
  const card: PreviewCard = { photo: profile.profile_image, colours: coloursOf(profile) }
  const hash = createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('hex')
  return { ...card, version: hash.slice(0, VERSION_DIGITS) }
}

export const pageTitle = (profile: PublicProfile): string =>
  [displayName(profile), profile.company.trim()]
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
    .map(isolated)
    .join(' · ')

const roleText = ({ position, company }: PublicProfile): string =>
  [position.trim(), company.trim()].filter(Boolean).map(isolated).join(' · ')

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
