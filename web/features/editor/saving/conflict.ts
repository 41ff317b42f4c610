import { DETAIL_FIELDS } from '@app/contracts/events/profile-events.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { clashesOf, editsOf, namesIn, storedAs, textsWhere, type DetailName, type Texts } from './edits.ts'

/** The sent texts, the texts they were compared with, and the server's present texts. */
export interface Conflict {
  readonly base: VersionedProfile
  readonly edits: Texts
  readonly theirs: VersionedProfile
}

export interface FieldDifference {
  readonly name: DetailName
  readonly mine: string
  readonly theirs: string
}

/** Fields that both changed. */
export function differencesOf({ base, edits, theirs }: Conflict): readonly FieldDifference[] {
  const clashes = clashesOf({ base, typed: edits }, theirs)
  return namesIn(clashes).map((name) => {
    const text = edits[name] ?? ''
    return { name, mine: storedAs(name, text) ?? text, theirs: theirs.profile[name] }
  })
}

/** Fields that only the other session changed; no answer to the conflict touches them. */
export const onlyTheirs = ({ base, edits, theirs }: Conflict): readonly DetailName[] =>
  DETAIL_FIELDS.filter((name) => edits[name] === undefined && theirs.profile[name] !== base.profile[name])

/**
 * A refused ETag is no conflict where the answer to the same change was lost (`saved`), or where only pictures, theme
 * or visibility changed, such as by an upload here (`unrelated`).
 */
export function refusedBy(conflict: Conflict): 'saved' | 'unrelated' | 'conflict' {
  const { base, edits, theirs } = conflict
  if (namesIn(editsOf({ base: theirs, typed: edits })).length === 0) return 'saved'
  const areSame = DETAIL_FIELDS.every((name) => theirs.profile[name] === base.profile[name])
  return areSame ? 'unrelated' : 'conflict'
}

/** The remaining typed texts, where the other session's texts win. */
export function withoutClashes(typed: Texts, conflict: Conflict): Texts {
  const clashes = clashesOf({ base: conflict.base, typed: conflict.edits }, conflict.theirs)
  return textsWhere(typed, (name) => clashes[name] === undefined)
}
