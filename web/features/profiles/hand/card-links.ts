import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { pageAddress } from '../../../app/public-url.ts'

export const whatsappAddress = (profile: OwnProfile): string =>
  `https://wa.me/?text=${encodeURIComponent(`${displayName(profile)}: ${pageAddress(profile.slug)}`)}`

export const mailAddress = (profile: OwnProfile): string =>
  `mailto:?subject=${encodeURIComponent(`Tarjeta de ${displayName(profile)}`)}&body=${encodeURIComponent(pageAddress(profile.slug))}`
