import { useState } from 'react'
import { useIdempotencyKeys } from '../../app/idempotency-key.ts'
import { mayStillBeTaken, refusalText } from '../../app/refusal.ts'
import { useCreateProfileMutation } from './profiles-api.ts'

export interface ProfileCreation {
  readonly create: () => void
  readonly creating: boolean
  readonly message: { readonly text: string } | null
  readonly forget: () => void
}

export function useProfileCreation(): ProfileCreation {
  const [createProfile, { isLoading }] = useCreateProfileMutation()
  const [message, setMessage] = useState<{ readonly text: string } | null>(null)
  const keys = useIdempotencyKeys()
  const create = async () => {
    const { data, error } = await createProfile(keys.keyFor(undefined))
    if (data || !mayStillBeTaken(error)) keys.spent()
    setMessage({
      text: data
        ? 'Nuevo perfil creado exitosamente'
        : `Error: ${refusalText(error, 'Error creating profile')}`,
    })
  }
  return { create: () => void create(), creating: isLoading, message, forget: () => setMessage(null) }
}
