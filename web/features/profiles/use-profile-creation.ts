import { useIdempotencyKeys } from '../../app/idempotency-key.ts'
import { mayStillBeTaken, refusalText } from '../../app/refusal.ts'
import { useCreateProfileMutation } from './profiles-api.ts'

export interface ProfileCreation {
  readonly create: () => void
  readonly creating: boolean
}

/** @param say shows a message for a moment */
export function useProfileCreation(say: (text: string) => void): ProfileCreation {
  const [createProfile, { isLoading }] = useCreateProfileMutation()
  const keys = useIdempotencyKeys()
  const create = async () => {
    const { data, error } = await createProfile(keys.keyFor(undefined))
    if (data || !mayStillBeTaken(error)) keys.spent()
    say(data ? 'Nuevo perfil creado exitosamente' : `Error: ${refusalText(error, 'Error creating profile')}`)
  }
  return { create: () => void create(), creating: isLoading }
}
