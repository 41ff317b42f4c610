import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { publicUrl } from '../../../app/public-url.ts'

export const cardAddress = (slug: string): string => `${publicUrl()}/pages/${slug}`
/** A visit through it counts as one by the code. */
export const qrAddress = (slug: string): string => `${cardAddress(slug)}?s=qr`

export const whatsappAddress = (profile: OwnProfile): string =>
  `https://wa.me/?text=${encodeURIComponent(`${displayName(profile)}: ${cardAddress(profile.slug)}`)}`

export const mailAddress = (profile: OwnProfile): string =>
  `mailto:?subject=${encodeURIComponent(`Tarjeta de ${displayName(profile)}`)}&body=${encodeURIComponent(cardAddress(profile.slug))}`
