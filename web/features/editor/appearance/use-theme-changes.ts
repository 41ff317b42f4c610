import { useState } from 'react'
import { fieldFaults, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { useChangeProfileMutation, type VersionedProfile } from '../profile-api.ts'
import { COLOUR_FIELDS, type Colours } from './colours.ts'
import { useChangeQueue, type ThemeChange } from './use-change-queue.ts'

type Failure =
  | { readonly kind: 'outdated' }
  | { readonly kind: 'field'; readonly faults: Partial<Colours> }
  | { readonly kind: 'other'; readonly text: string }

function failureOf(error: unknown): Failure {
  if (refusalFrom(error)?.code === 'conflict') return { kind: 'outdated' }
  const faults = fieldFaults(error, COLOUR_FIELDS)
  if (faults !== undefined) return { kind: 'field', faults }
  return { kind: 'other', text: `Error: ${refusalText(error, 'Error updating profile')}` }
}

/** Saves themes and colours, and shows the outcome. */
export function useThemeChanges({ profile, etag }: VersionedProfile) {
  const [change] = useChangeProfileMutation()
  const say = useSay()
  const [failure, setFailure] = useState<Failure>()

  const send = async ({ theme, done: text, onSaved }: ThemeChange, revision: string | null) => {
    const { data, error } = await change({
      id: profile.id,
      changes: theme,
      etag: revision,
      optimistic: true,
    })
    const failed = error === undefined ? undefined : failureOf(error)
    setFailure(failed)
    if (failed === undefined) {
      say(text)
      onSaved?.()
    }
    if (failed?.kind === 'other') say(failed.text)
    return data
  }
  const { enqueue, sending, waiting } = useChangeQueue(send)
  return {
    apply: (wanted: ThemeChange) => enqueue(wanted, etag),
    sending,
    waiting,
    faults: failure?.kind === 'field' ? failure.faults : {},
    isOutdated: failure?.kind === 'outdated',
    forgetFailure: () => setFailure(undefined),
  }
}
