import type { User } from '@app/contracts/api/accounts/user.ts'
import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { useMyProfilesQuery } from './profiles-api.ts'

export interface Profiles {
  readonly profiles: readonly OwnProfile[] | undefined
  readonly failed: boolean
  readonly loading: boolean
  readonly retry: () => void
}

/** One's own, also for administrators. */
export function useProfiles(user: User | undefined): Profiles {
  const { data, isError, isLoading, refetch } = useMyProfilesQuery(undefined, { skip: user === undefined })
  return {
    profiles: data,
    failed: isError && data === undefined,
    loading: isLoading,
    retry: () => void refetch(),
  }
}
