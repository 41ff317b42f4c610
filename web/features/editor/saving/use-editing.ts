import { useState } from 'react'
import type { VersionedProfile } from '../profile-api.ts'
import { editingOf, rebased, type Editing } from './edits.ts'

type SetEditing = (next: (editing: Editing) => Editing) => void

/** A read that began before the last save can answer after it; what it says is older. */
const isOlder = (one: VersionedProfile, other: VersionedProfile): boolean =>
  one.profile.updated_at < other.profile.updated_at

/** What is typed stays, whatever is read anew meanwhile. */
export function useEditing(newest: VersionedProfile): readonly [Editing, SetEditing] {
  const [editing, setEditing] = useState(() => editingOf(newest))
  const [seen, setSeen] = useState(newest)
  if (seen !== newest) {
    setSeen(newest)
    if (!isOlder(newest, editing.newest)) setEditing(rebased(editing, newest))
  }
  return [editing, setEditing]
}
