import type { OwnProfile } from '@app/contracts/profiles.ts'
import { useIdempotencyKeys } from '../../app/use-idempotency-keys.ts'
import { useSay } from '../../ui/notices/say.ts'
import { mayStillBeTaken, refusalText } from '../../app/refusal.ts'
import { useCreateProfileMutation } from './profiles-api.ts'

export interface ProfileCreation {
  readonly create: () => void
  readonly creating: boolean
}

/** @param onCreated it is chosen, and opens in the editor */
export function useProfileCreation(onCreated: (profile: OwnProfile) => void): ProfileCreation {
  const say = useSay()
  const [createProfile, { isLoading }] = useCreateProfileMutation()
  const keys = useIdempotencyKeys()
  const create = async () => {
    const { data, error } = await createProfile(keys.keyFor(undefined))
    if (data || !mayStillBeTaken(error)) keys.spent()
    if (data) onCreated(data)
    say(data ? 'Nuevo perfil creado exitosamente' : `Error: ${refusalText(error, 'Error creating profile')}`)
  }
  return { create: () => void create(), creating: isLoading }
}
