import { DETAIL_FIELDS, type ProfileDetails } from '@app/contracts/events/profile-events.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { fieldOf } from '@app/contracts/fields/profile-fields.ts'
import type { VersionedProfile } from '../profile-api.ts'

export type DetailName = keyof ProfileDetails
/** Texts by field; a field that is absent stays as it was read. */
export type Texts = Readonly<Partial<Record<DetailName, string>>>

/** Edits of one profile: typed texts, and the texts they are compared with. */
export interface Editing {
  readonly base: VersionedProfile
  readonly typed: Texts
  /** The newest state that was read. While other texts are unsaved here, `base` may be older. */
  readonly newest: VersionedProfile
}

export const editingOf = (newest: VersionedProfile): Editing => ({ base: newest, typed: {}, newest })

/** The stored form of a text; undefined if the server refuses it. */
export function storedAs(name: DetailName, text: string): string | undefined {
  const field = fieldOf(name, text)
  return 'value' in field ? field.value : undefined
}

const isChanged = (name: DetailName, text: string, before: string): boolean =>
  text !== before && storedAs(name, text) !== before

/** The unsaved changes, as typed. */
export function editsOf({ base, typed }: Pick<Editing, 'base' | 'typed'>): Texts {
  return textsWhere(typed, (name, text) => isChanged(name, text, base.profile[name]))
}

export const haveSameTexts = (one: VersionedProfile, other: VersionedProfile): boolean =>
  DETAIL_FIELDS.every((name) => one.profile[name] === other.profile[name])

/** The older state stays if both sessions changed texts: the server refuses its ETag. */
export function rebased({ base, typed }: Pick<Editing, 'base' | 'typed'>, newest: VersionedProfile): Editing {
  if (haveSameTexts(base, newest)) return { base: newest, typed, newest }
  const hasEdits = namesIn(editsOf({ base, typed })).length > 0
  return hasEdits ? { base, typed, newest } : editingOf(newest)
}

export const withTyped = (editing: Editing, texts: Texts): Editing =>
  rebased({ base: editing.base, typed: { ...editing.typed, ...texts } }, editing.newest)

/** Texts that were sent are now stored; what was typed meanwhile stays. */
export function savedWith({ typed }: Editing, sent: Texts, saved: VersionedProfile): Editing {
  return { base: saved, newest: saved, typed: textsWhere(typed, (name, text) => sent[name] !== text) }
}

const NUMBERS: readonly DetailName[] = ['phone', 'whatsapp']

/** As a field shows it: a number is grouped, which changes nothing, because it is stored as before. */
export const shownText = (name: DetailName, stored: string): string =>
  NUMBERS.includes(name) ? (shownPhone(stored) ?? stored) : stored

export const editedTextOf = ({ base, typed }: Pick<Editing, 'base' | 'typed'>, name: DetailName): string =>
  typed[name] ?? shownText(name, base.profile[name])

export const namesIn = (texts: Texts): readonly DetailName[] =>
  DETAIL_FIELDS.filter((name) => texts[name] !== undefined)

function textsWhere(texts: Texts, isWanted: (name: DetailName, text: string) => boolean): Texts {
  const wanted = namesIn(texts).filter((name) => isWanted(name, texts[name] ?? ''))
  return Object.fromEntries(wanted.map((name) => [name, texts[name]]))
}
