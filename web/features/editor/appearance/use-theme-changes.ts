import type { ProfileTheme } from '@app/contracts/profiles/events.ts'
import type { PresetId } from '@app/contracts/fields/profile-labels.ts'
import { useRef, useState } from 'react'
import { fieldFaults, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { isUnreached, useChangeProfileMutation, type VersionedProfile } from '../profile-api.ts'
import { COLOUR_FIELDS, type Colours } from './colours.ts'

function failureText(error: unknown): string {
  if (refusalFrom(error)?.code === 'conflict') return 'Error: este perfil cambió en otra sesión.'
  return isUnreached(error) ? 'Sin conexión.' : `Error: ${refusalText(error, 'Error updating profile')}`
}

/**
 * Saves themes and colours over the profile that was read. After a change of another session the new values are read:
 * the next press is one over them.
 */
export function useThemeChanges({ profile, etag }: VersionedProfile, reload: () => void) {
  const [change] = useChangeProfileMutation()
  const say = useSay()
  const [chosen, setChosen] = useState<PresetId>()
  const next = useRef<PresetId | undefined>(undefined)
  const isSending = useRef(false)

  const save = async (theme: Partial<ProfileTheme>, revision: string | null, done: string) => {
    const { data, error } = await change({ id: profile.id, changes: theme, etag: revision })
    say(data ? done : failureText(error))
    if (refusalFrom(error)?.code === 'conflict') reload()
    return { saved: data, faults: fieldFaults(error, COLOUR_FIELDS) }
  }
  /** One at a time, each over the revision of the former one; of those chosen meanwhile the last follows. */
  const choose = async (theme: PresetId): Promise<void> => {
    next.current = theme
    setChosen(theme)
    if (isSending.current) return
    isSending.current = true
    let revision: string | null | undefined = etag
    while (next.current !== undefined && revision !== undefined) {
      const theme_color: PresetId = next.current
      next.current = undefined
      revision = (await save({ theme_color }, revision, 'Tema aplicado correctamente')).saved?.etag
    }
    isSending.current = false
    setChosen(undefined)
  }
  const apply = async (colours: Colours) => {
    const theme = { theme_color: 'custom' as const, ...colours }
    return (await save(theme, etag, 'Colores personalizados guardados')).faults
  }
  /** `chosen` is not saved yet, and shown as if it were. */
  return { chosen, choose: (theme: PresetId) => void choose(theme), apply }
}
