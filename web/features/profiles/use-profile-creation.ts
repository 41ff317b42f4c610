import { useIdempotencyKeys } from '../../app/use-idempotency-keys.ts'
import { useSay } from '../../ui/notices/say.ts'
import { mayStillBeTaken, refusalText } from '../../app/refusal.ts'
import { useCreateProfileMutation } from './profiles-api.ts'

export interface ProfileCreation {
  readonly create: () => void
  readonly creating: boolean
}

export function useProfileCreation(): ProfileCreation {
  const say = useSay()
  const [createProfile, { isLoading }] = useCreateProfileMutation()
  const keys = useIdempotencyKeys()
  const create = async () => {
    const { data, error } = await createProfile(keys.keyFor(undefined))
    if (data || !mayStillBeTaken(error)) keys.spent()
    say(data ? 'Nuevo perfil creado exitosamente' : `Error: ${refusalText(error, 'Error creating profile')}`)
  }
  return { create: () => void create(), creating: isLoading }
}
