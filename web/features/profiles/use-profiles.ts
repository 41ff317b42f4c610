import type { User } from '@app/contracts/api/auth.ts'
import type { OwnProfile } from '@app/contracts/api/profiles.ts'
import { useAllProfilesQuery, useMyProfilesQuery } from './profiles-api.ts'

export interface Profiles {
  readonly profiles: readonly OwnProfile[] | undefined
  readonly failed: boolean
  readonly loading: boolean
  readonly retry: () => void
}

export function useProfiles(user: User | undefined): Profiles {
  const all = useAllProfilesQuery(undefined, { skip: user?.is_admin !== true })
  const own = useMyProfilesQuery(undefined, { skip: user?.is_admin !== false })
  const { data, isError, isLoading, refetch } = user?.is_admin ? all : own
  return {
    profiles: data,
    failed: isError && data === undefined,
    loading: isLoading,
    retry: () => void refetch(),
  }
}
