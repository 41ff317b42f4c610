import { useEffect, useRef, useState } from 'react'
import { useIsConnected } from '../../../app/connection/use-connection.ts'
import { fieldFaults, refusalText } from '../../../app/refusal.ts'
import { DETAIL_FIELDS } from '@app/contracts/events/profile-events.ts'
import { useSay } from '../../../ui/notices/say.ts'
import {
  isUnreached,
  useChangeProfileMutation,
  useLazyProfileQuery,
  type VersionedProfile,
} from '../profile-api.ts'
import type { Conflict } from './conflict.ts'
import { savedWith, type Editing, type Texts } from './edits.ts'
import { sendEdits, type EditOutcome } from './send-edits.ts'

/** The server's refusals of sent fields, without those changed since. */
export interface RefusedTexts {
  readonly sent: Texts
  readonly faults: Texts
}

interface SavingOptions {
  readonly setEditing: (next: (editing: Editing) => Editing) => void
  readonly onSaved: () => void
  readonly onRefused: (refused: RefusedTexts) => void
}

export interface Saving {
  readonly saving: boolean
  readonly conflict: Conflict | undefined
  readonly send: (edits: Texts, base: VersionedProfile) => Promise<void>
  readonly overwrite: () => void
  readonly keepEditing: () => void
}

export function useSaving({ setEditing, onSaved, onRefused }: SavingOptions): Saving {
  const [change] = useChangeProfileMutation()
  const [read] = useLazyProfileQuery()
  const say = useSay()
  const [conflict, setConflict] = useState<Conflict>()
  const isSending = useRef(false)
  const [saving, setSaving] = useState(false)

  const waitForNetwork = useNewsOfNetwork()

  const fail = (edits: Texts, error: unknown) => {
    if (isUnreached(error)) return waitForNetwork()
    say(`Error: ${refusalText(error, 'Error updating profile')}`)
    const faults = fieldFaults(error, DETAIL_FIELDS)
    if (faults) onRefused({ sent: edits, faults })
  }
  const take = (edits: Texts, outcome: EditOutcome) => {
    if (outcome.status === 'conflict') return setConflict(outcome.conflict)
    if (outcome.status === 'failed') return fail(edits, outcome.error)
    setEditing((editing) => savedWith(editing, edits, outcome.saved))
    onSaved()
    return say('Perfil actualizado correctamente')
  }
  const send = async (edits: Texts, base: VersionedProfile): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setSaving(true)
    setConflict(undefined)
    const outcome = await sendEdits({ change, read }, edits, base)
    isSending.current = false
    setSaving(false)
    take(edits, outcome)
  }
  return {
    saving,
    conflict,
    send,
    overwrite: () => {
      if (conflict) void send(conflict.edits, conflict.theirs)
    },
    keepEditing: () => setConflict(undefined),
  }
}

/** Nothing is sent without a press of the save bar: the changes may be older than what the owner wants by then. */
function useNewsOfNetwork(): () => void {
  const say = useSay()
  const isConnected = useIsConnected()
  const waits = useRef(false)
  useEffect(() => {
    if (!waits.current || !isConnected) return
    waits.current = false
    say('Volvió la conexión. Ya puedes guardar.')
  }, [isConnected, say])
  return () => {
    waits.current = true
    say('Sin conexión. Tus cambios siguen en este equipo.')
  }
}
