import { useEffect, useRef, useState } from 'react'
import { useIsConnected } from '../../../app/connection/use-connection.ts'
import { fieldFaults, refusalText, refusalFrom } from '../../../app/refusal.ts'
import { DETAIL_FIELDS } from '@app/contracts/events/profile-events.ts'
import { useSay } from '../../../ui/notices/say.ts'
import {
  isUnreached,
  useChangeProfileMutation,
  useLazyProfileQuery,
  type VersionedProfile,
  type ProfileEdit,
} from '../profile-api.ts'
import { type Conflict, refusedBy } from './conflict.ts'
import { savedWith, type Editing, type Texts } from './edits.ts'

interface Answer {
  readonly data?: VersionedProfile | undefined
  readonly error?: unknown
}

export interface ProfileCalls {
  readonly change: (change: ProfileEdit) => Promise<Answer>
  /** From the server. */
  readonly read: (id: string) => Promise<Answer>
}

export type EditOutcome =
  | { readonly status: 'saved'; readonly saved: VersionedProfile }
  | { readonly status: 'conflict'; readonly conflict: Conflict }
  | { readonly status: 'failed'; readonly error: unknown }

/** Sent with the ETag of `base`; once more where no text was changed by others. */
export async function sendEdits(
  calls: ProfileCalls,
  edits: Texts,
  base: VersionedProfile,
  isSecond = false,
): Promise<EditOutcome> {
  const { id } = base.profile
  // Without an ETag the change would overwrite unseen what others did.
  if (base.etag !== null) {
    const { data, error } = await calls.change({ id, changes: edits, etag: base.etag })
    if (data) return { status: 'saved', saved: data }
    if (refusalFrom(error)?.code !== 'conflict') return { status: 'failed', error }
  }
  const { data: theirs, error } = await calls.read(id)
  if (!theirs || error) return { status: 'failed', error }
  const conflict = { base, edits, theirs }
  const why = refusedBy(conflict)
  if (why === 'saved') return { status: 'saved', saved: theirs }
  if (why === 'unrelated' && !isSecond) return sendEdits(calls, edits, theirs, true)
  return { status: 'conflict', conflict }
}

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
