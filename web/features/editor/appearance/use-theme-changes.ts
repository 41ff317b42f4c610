import type { ProfileTheme } from '@app/contracts/events/profile-events.ts'
import { useRef, useState } from 'react'
import { useIsConnected } from '../../../app/connection/use-connection.ts'
import { fieldFaults, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { isUnreached, useChangeProfileMutation, type VersionedProfile } from '../profile-api.ts'
import { COLOUR_FIELDS, type Colours } from './colours.ts'

type ThemeFields = Partial<ProfileTheme>
export interface ThemeChange {
  readonly theme: ThemeFields
  /** The message once it is saved. */
  readonly done: string
  readonly onSaved?: () => void
}

type Failure =
  | { readonly kind: 'outdated' }
  | { readonly kind: 'field'; readonly faults: Partial<Colours> }
  | { readonly kind: 'unreached'; readonly change: ThemeChange }
  | { readonly kind: 'other'; readonly text: string }

function failureOf(error: unknown, change: ThemeChange): Failure {
  if (refusalFrom(error)?.code === 'conflict') return { kind: 'outdated' }
  const faults = fieldFaults(error, COLOUR_FIELDS)
  if (faults !== undefined) return { kind: 'field', faults }
  if (isUnreached(error)) return { kind: 'unreached', change }
  return { kind: 'other', text: `Error: ${refusalText(error, 'Error updating profile')}` }
}

/** Says what came of each change, and keeps a failure until the next one. */
function useOutcome() {
  const say = useSay()
  const [failure, setFailure] = useState<Failure>()
  /** @param newest what is chosen by now */
  const tell = (sent: ThemeChange, error: unknown, newest: ThemeChange): void => {
    const failed = error === undefined ? undefined : failureOf(error, newest)
    setFailure(failed)
    if (failed === undefined) {
      say(sent.done)
      sent.onSaved?.()
    }
    if (failed?.kind === 'unreached') say('Sin conexión.')
    if (failed?.kind === 'other') say(failed.text)
  }
  return { tell, failure, forgetFailure: () => setFailure(undefined) }
}

/**
 * Saves themes and colours one change at a time, so that each names the revision of the former one. What is chosen
 * meanwhile follows as one change, and is dropped by a failure.
 */
export function useThemeChanges({ profile, etag }: VersionedProfile) {
  const [change] = useChangeProfileMutation()
  const { tell, failure, forgetFailure } = useOutcome()
  const isConnected = useIsConnected()
  const [chosen, setChosen] = useState<ThemeFields>()
  const newest = useRef<ThemeChange | undefined>(undefined)
  const next = useRef<ThemeChange | undefined>(undefined)
  const isSending = useRef(false)

  const apply = async (wanted: ThemeChange): Promise<void> => {
    newest.current = wanted
    next.current = { ...next.current, ...wanted, theme: { ...next.current?.theme, ...wanted.theme } }
    setChosen((before) => ({ ...before, ...wanted.theme }))
    if (isSending.current) return
    isSending.current = true
    let revision = etag
    while (next.current !== undefined) {
      const sent: ThemeChange = next.current
      next.current = undefined
      const { data: saved, error } = await change({ id: profile.id, changes: sent.theme, etag: revision })
      if (saved === undefined) next.current = undefined
      // Before the outcome is told, so that nobody sees both.
      if (next.current === undefined) setChosen(undefined)
      tell(sent, error, newest.current ?? sent)
      revision = saved?.etag ?? null
    }
    isSending.current = false
  }

  return {
    apply,
    /** Not saved yet, and shown as if it were. */
    chosen,
    /** What found no server, once there is one. */
    missed: isConnected && failure?.kind === 'unreached' ? failure.change : undefined,
    faults: failure?.kind === 'field' ? failure.faults : {},
    isOutdated: failure?.kind === 'outdated',
    forgetFailure,
  }
}
