import { DETAIL_FIELDS } from '@app/contracts/events/profile-events.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { editsOf, haveSameTexts, namesIn, storedAs, type DetailName, type Texts } from './edits.ts'

/** The sent texts, the texts they were compared with, and the server's present texts. */
export interface Conflict {
  readonly base: VersionedProfile
  readonly edits: Texts
  readonly theirs: VersionedProfile
}

export interface OtherText {
  readonly name: DetailName
  /** As it would be stored; undefined where nobody changed the field here. */
  readonly mine: string | undefined
  readonly theirs: string
}

/** The fields that the other session changed. */
export const otherTextsOf = ({ base, edits, theirs }: Conflict): readonly OtherText[] =>
  DETAIL_FIELDS.filter((name) => theirs.profile[name] !== base.profile[name]).map((name) => {
    const text = edits[name]
    const mine = text === undefined ? undefined : (storedAs(name, text) ?? text)
    return { name, mine, theirs: theirs.profile[name] }
  })

/**
 * A refused ETag is no conflict where the answer to the same change was lost (`saved`), or where only pictures, theme
 * or visibility changed, such as by an upload here (`unrelated`).
 */
export function refusedBy({ base, edits, theirs }: Conflict): 'saved' | 'unrelated' | 'conflict' {
  if (namesIn(editsOf({ base: theirs, typed: edits })).length === 0) return 'saved'
  return haveSameTexts(theirs, base) ? 'unrelated' : 'conflict'
}
