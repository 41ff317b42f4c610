import type { FieldChange, PastProfile } from '@app/contracts/api/history-calls.ts'
import { useRef, useState } from 'react'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/say.ts'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import { countedText } from '../../ui/wording/figures.ts'
import { useLazyPastProfileQuery, useRestoreProfileMutation } from './history-api.ts'

interface RestoreCalls {
  readonly restore: (
    version: number,
    etag: string,
  ) => Promise<{ readonly etag: string | null } | { readonly error: unknown }>
  /** From the server. */
  readonly read: (version: number) => Promise<{ readonly past: PastProfile } | { readonly error: unknown }>
}

/** The version against today's: as it was shown when the restore was asked for, and as it is now. */
export interface RestoreConflictState {
  readonly shown: PastProfile
  readonly now: PastProfile
}

type RestoreOutcome =
  | { readonly status: 'restored'; readonly etag: string | null; readonly replaced: number }
  | { readonly status: 'conflict'; readonly conflict: RestoreConflictState }
  | { readonly status: 'failed'; readonly error: unknown }

const FAILED = 'No pudimos restaurar la versión. Nada cambió: inténtalo de nuevo.'

export interface Restoring {
  readonly isBusy: boolean
  readonly conflict: RestoreConflictState | undefined
  readonly restore: (past: PastProfile) => void
  readonly close: () => void
}

/** @param onRestored called once the profile has the values of the version */
export function useRestore(profileId: string, onRestored: () => void): Restoring {
  const calls = useCalls(profileId)
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<RestoreConflictState>()
  const isSending = useRef(false)

  const undo = async (version: number, etag: string): Promise<void> => {
    const answer = await calls.restore(version, etag)
    if ('etag' in answer) return say('Listo. El perfil quedó como antes.')
    const { error } = answer
    const isChanged = refusalFrom(error)?.code === 'conflict'
    const text = isChanged
      ? 'el perfil cambió después. Elige la versión que quieres en el Historial.'
      : refusalText(error, FAILED)
    return say(`Error: ${text}`)
  }
  const send = async (past: PastProfile): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setConflict(undefined)
    const outcome = await restorePast(calls, past)
    isSending.current = false
    setBusy(false)
    if (outcome.status === 'conflict') return setConflict(outcome.conflict)
    if (outcome.status === 'failed') return say(`Error: ${refusalText(outcome.error, FAILED)}`)
    const { etag, replaced } = outcome
    const action = etag !== null && { label: 'Deshacer', run: () => void undo(replaced, etag) }
    const changes = countedText(past.restores.length, 'cambio', 'cambios')
    say(`Restauramos la versión del ${minuteLabel(Date.parse(past.at))}: ${changes}.`, action || undefined)
    return onRestored()
  }
  return {
    isBusy,
    conflict,
    restore: (past) => void send(past),
    close: () => setConflict(undefined),
  }
}

function useCalls(profileId: string): RestoreCalls {
  const [restore] = useRestoreProfileMutation()
  const [read] = useLazyPastProfileQuery()
  return {
    restore: async (version, etag) => {
      const { data, error } = await restore({ profileId, version, etag })
      return error === undefined ? { etag: data ?? null } : { error }
    },
    read: async (version) => {
      const { data, error } = await read({ profileId, moment: { version } })
      return error === undefined && data ? { past: data } : { error }
    },
  }
}

const isSame = (some: readonly FieldChange[], others: readonly FieldChange[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

/**
 * A refused ETag is no conflict where the answer to the same restore was lost, or where nothing that a restore
 * would change is different from what was shown, as after a new picture: then it is sent once more.
 */
async function restorePast(
  calls: RestoreCalls,
  shown: PastProfile,
  isSecond = false,
): Promise<RestoreOutcome> {
  const answer = await calls.restore(shown.version, shown.newest_etag)
  if ('etag' in answer) return { status: 'restored', etag: answer.etag, replaced: shown.newest_version }
  if (refusalFrom(answer.error)?.code !== 'conflict') return { status: 'failed', error: answer.error }
  const read = await calls.read(shown.version)
  if ('error' in read) return { status: 'failed', error: read.error }
  const now = read.past
  if (now.restores.length === 0) return { status: 'restored', etag: null, replaced: now.newest_version }
  if (!isSecond && isSame(now.restores, shown.restores)) return restorePast(calls, now, true)
  return { status: 'conflict', conflict: { shown, now } }
}
