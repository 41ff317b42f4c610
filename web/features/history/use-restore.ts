import type { FieldChange, PastProfile } from '@app/contracts/api/history-calls.ts'
import { useRef, useState } from 'react'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/say.ts'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import { countedText } from '../../ui/wording/figures.ts'
import { useLazyPastProfileQuery, useRestoreProfileMutation } from './history-api.ts'

const FAILED = 'No pudimos restaurar la versión. Nada cambió: inténtalo de nuevo.'

export interface Restoring {
  readonly isBusy: boolean
  /** The version against today's, which is another one than was shown when the restore was asked for. */
  readonly conflict: PastProfile | undefined
  readonly restore: (past: PastProfile) => void
  readonly close: () => void
}

const isSame = (some: readonly FieldChange[], others: readonly FieldChange[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

/** What is told of a restore, with its way back. */
function useOutcomes(profileId: string, onRestored: () => void) {
  const [post] = useRestoreProfileMutation()
  const say = useSay()
  const undo = async (version: number, etag: string): Promise<void> => {
    const { error } = await post({ profileId, version, etag })
    if (error === undefined) return say('Listo. El perfil quedó como antes.')
    const isChanged = refusalFrom(error)?.code === 'conflict'
    const text = isChanged
      ? 'el perfil cambió después. Elige la versión que quieres en el Historial.'
      : refusalText(error, FAILED)
    return say(`Error: ${text}`)
  }
  return {
    failed: (error: unknown) => () => say(`Error: ${refusalText(error, FAILED)}`),
    restored: (past: PastProfile, replaced: number, etag: string | null) => () => {
      const action = etag !== null && { label: 'Deshacer', run: () => void undo(replaced, etag) }
      const changes = countedText(past.restores.length, 'cambio', 'cambios')
      say(`Restauramos la versión del ${minuteLabel(Date.parse(past.at))}: ${changes}.`, action || undefined)
      onRestored()
    },
  }
}

/** @param onRestored called once the profile has the values of the version */
export function useRestore(profileId: string, onRestored: () => void): Restoring {
  const [post] = useRestoreProfileMutation()
  const [read] = useLazyPastProfileQuery()
  const { failed, restored } = useOutcomes(profileId, onRestored)
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<PastProfile>()
  const isSending = useRef(false)

  /**
   * A refused ETag is no conflict where the answer to the same restore was lost, or where nothing that a restore
   * would change is different from what was shown, as after a new picture: then it is sent once more.
   * @returns shows the outcome
   */
  const attempt = async (shown: PastProfile, isSecond = false): Promise<() => void> => {
    const { version, restores, newest_etag: etag, newest_version: replaced } = shown
    const { data, error } = await post({ profileId, version, etag })
    if (error === undefined) return restored(shown, replaced, data ?? null)
    if (refusalFrom(error)?.code !== 'conflict') return failed(error)
    const { data: now, error: unread } = await read({ profileId, moment: { version } })
    if (unread !== undefined || !now) return failed(unread)
    if (now.restores.length === 0) return restored(shown, now.newest_version, null)
    if (!isSecond && isSame(now.restores, restores)) return attempt(now, true)
    return () => setConflict(now)
  }
  const send = async (past: PastProfile): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setConflict(undefined)
    const show = await attempt(past)
    isSending.current = false
    setBusy(false)
    show()
  }
  return {
    isBusy,
    conflict,
    restore: (past) => void send(past),
    close: () => setConflict(undefined),
  }
}
