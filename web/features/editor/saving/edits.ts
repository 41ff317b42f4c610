import { DETAIL_FIELDS, type ProfileDetails } from '@app/contracts/profiles/events.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { fieldOf } from '@app/contracts/fields/profile-fields.ts'
import type { VersionedProfile } from '../profile-api.ts'

export type DetailName = keyof ProfileDetails
export type Texts = Readonly<Record<DetailName, string>>

const NUMBERS: readonly DetailName[] = ['phone', 'whatsapp']

/** As a field shows it: a number is grouped, which changes nothing, because it is stored as before. */
export const shownText = (name: DetailName, stored: string): string =>
  NUMBERS.includes(name) ? (shownPhone(stored) ?? stored) : stored

export const textsOf = ({ profile }: VersionedProfile): Texts =>
  Object.fromEntries(DETAIL_FIELDS.map((name) => [name, shownText(name, profile[name])])) as Texts

/** False for a text that would be stored as it is already, and for one stored before texts were normalised. */
export function isEdited({ profile }: VersionedProfile, name: DetailName, text: string): boolean {
  const field = fieldOf(name, text)
  return text !== profile[name] && !('value' in field && field.value === profile[name])
}

/** The unsaved changes, as typed. */
export const editsOf = (base: VersionedProfile, texts: Partial<Texts>): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => isEdited(base, name as DetailName, text)))

export const otherTextsIn = (base: VersionedProfile, theirs: VersionedProfile): readonly DetailName[] =>
  DETAIL_FIELDS.filter((name) => theirs.profile[name] !== base.profile[name])
