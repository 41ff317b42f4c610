import type { PastProfile } from '@app/contracts/audit/calls.ts'
import { useRef, useState } from 'react'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/say.ts'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import { countedText } from '../../ui/wording/figures.ts'
import { useRestoreProfileMutation } from './history-api.ts'

export interface Restoring {
  readonly isBusy: boolean
  readonly restore: (past: PastProfile) => void
}

const failureText = (error: unknown, ofChanged: string): string =>
  refusalFrom(error)?.code === 'conflict'
    ? `Error: ${ofChanged}`
    : `Error: ${refusalText(error, 'No pudimos restaurar la versión. Nada cambió: inténtalo de nuevo.')}`

/** A profile that changed meanwhile is read again, for the owner to look at. @param onRestored has the version's values */
export function useRestore(profileId: string, onRestored: () => void): Restoring {
  const [post] = useRestoreProfileMutation()
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const undo = async (version: number, etag: string): Promise<void> => {
    const { error } = await post({ profileId, version, etag })
    if (error === undefined) return say('Listo. El perfil quedó como antes.')
    return say(failureText(error, 'el perfil cambió después. Elige la versión que quieres en el Historial.'))
  }
  const restore = async (past: PastProfile): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    const { version, newest_etag: etag, newest_version: replaced } = past
    const { data: made, error } = await post({ profileId, version, etag })
    isSending.current = false
    setBusy(false)
    if (error !== undefined)
      return say(
        failureText(error, 'este perfil cambió en otra sesión. No restauramos nada: míralo otra vez.'),
      )
    const changes = countedText(past.restores.length, 'cambio', 'cambios')
    const action = made ? { label: 'Deshacer', run: () => void undo(replaced, made) } : undefined
    say(`Restauramos la versión del ${minuteLabel(Date.parse(past.at))}: ${changes}.`, action)
    return onRestored()
  }
  return { isBusy, restore: (past) => void restore(past) }
}
