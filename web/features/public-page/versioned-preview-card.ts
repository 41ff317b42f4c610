import { createHash } from 'node:crypto'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { PreviewCard, PreviewColours, VersionedPreviewCard } from '@app/contracts/public-page.ts'
import { profileInitialsOf, roleText } from './public-profile-texts.ts'
import { displayName } from '@app/contracts/fields/names.ts'
import { themeLook } from './view/styles/themes.ts'

/** Increase it when the same card is drawn in another way: messengers keep what they fetched under an address. */
const DRAWING = 1
const VERSION_DIGITS = 16

function coloursOf(profile: PublicProfile): PreviewColours {
  const look = themeLook(profile)
  const colour = (name: `--p-${string}`): string => look[name] ?? ''
  return {
    background: colour('--p-bg'),
    text: colour('--p-text'),
    secondary: colour('--p-sub'),
    tile: colour('--p-tile'),
    accent: colour('--p-accent'),
    cover: look['--p-cover'] ?? colour('--p-button'),
    coverInk: look['--p-cover-ink'] ?? colour('--p-on'),
  }
}

export function previewCardOf(profile: PublicProfile): VersionedPreviewCard {
  const card: PreviewCard = {
    name: displayName(profile),
    role: roleText(profile),
    initials: profileInitialsOf(profile),
    photo: profile.profile_image,
    colours: coloursOf(profile),
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('hex')
  return { ...card, version: hash.slice(0, VERSION_DIGITS) }
}
