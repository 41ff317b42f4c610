import { useEffect, useState } from 'react'
import { draftOf, findDraft, forgetDraft, keepDraft, type Draft, type DraftPlace } from './draft.ts'
import { namesIn, editsOf, rebased, type Editing } from './edits.ts'

const KEPT_AFTER_MS = 800

interface DraftState {
  readonly isKept: boolean
  /** One from before, until it is restored or discarded. */
  readonly found: Draft | undefined
  readonly restore: () => void
  readonly discard: () => void
}

export function useDraft(
  place: DraftPlace,
  editing: Editing,
  setEditing: (next: (editing: Editing) => Editing) => void,
): DraftState {
  const { accountId, profileId } = place
  const [found, setFound] = useState(() => findDraft(place, editing.newest))
  const [keptOf, setKeptOf] = useState<Editing>()
  useEffect(() => {
    // A found draft is not overwritten before its owner decides about it.
    if (found) return undefined
    const own = { accountId, profileId }
    if (namesIn(editsOf(editing)).length === 0) {
      forgetDraft(own)
      return undefined
    }
    const timer = setTimeout(() => {
      if (keepDraft(own, draftOf(editing))) setKeptOf(editing)
    }, KEPT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [accountId, profileId, editing, found])
  return {
    isKept: keptOf === editing,
    found,
    restore: () => {
      if (found) setEditing((now) => restored(now, found))
      setFound(undefined)
    },
    discard: () => {
      forgetDraft(place)
      setFound(undefined)
    },
  }
}

/** Over the texts that the draft was typed over, so that what changed meanwhile is met as a conflict. */
function restored({ newest, typed }: Editing, draft: Draft): Editing {
  const base = { etag: draft.etag, profile: { ...newest.profile, ...draft.base } }
  return rebased({ base, typed: { ...draft.typed, ...typed } }, newest)
}
