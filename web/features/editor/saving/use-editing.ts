import { useState } from 'react'
import type { VersionedProfile } from '../profile-api.ts'
import { editingOf, rebased, type Editing } from './edits.ts'

type SetEditing = (next: (editing: Editing) => Editing) => void

/** A read that began before the last save can answer after it, with older texts. */
const isOlder = (one: VersionedProfile, other: VersionedProfile): boolean =>
  one.profile.updated_at < other.profile.updated_at

/** Typed text stays, whatever is read meanwhile. */
export function useEditing(newest: VersionedProfile): readonly [Editing, SetEditing] {
  const [editing, setEditing] = useState(() => editingOf(newest))
  const [seen, setSeen] = useState(newest)
  if (seen !== newest) {
    setSeen(newest)
    if (!isOlder(newest, editing.newest)) setEditing(rebased(editing, newest))
  }
  return [editing, setEditing]
}
