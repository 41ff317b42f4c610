import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useSay } from '../../ui/notices/Messages.tsx'
import { refusalText, useOnce } from '../../app/refusal.ts'
import { useCreateProfileMutation } from './profiles-api.ts'

export interface ProfileCreation {
  readonly create: () => void
  readonly creating: boolean
}

/** @param onCreated it is chosen, and opens in the editor */
export function useProfileCreation(onCreated: (profile: OwnProfile) => void): ProfileCreation {
  const say = useSay()
  const [createProfile, { isLoading }] = useCreateProfileMutation()
  const send = useOnce(({ key }) => createProfile(key))
  const create = async () => {
    const { data, error } = await send(undefined)
    if (data) onCreated(data)
    say(data ? 'Nuevo perfil creado exitosamente' : `Error: ${refusalText(error, 'Error creating profile')}`)
  }
  return { create: () => void create(), creating: isLoading }
}
