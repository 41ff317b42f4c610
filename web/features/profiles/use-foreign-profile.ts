import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { refusalFrom } from '../../app/refusal.ts'
import { useForeignProfileQuery } from './profiles-api.ts'

interface ForeignProfile {
  readonly profile: OwnProfile | undefined
  /** There is none for this account. */
  readonly isRefused: boolean
  readonly failed: boolean
  readonly loading: boolean
  readonly retry: () => void
}

/** No such profile, no id at all, or, for whoever is no longer an administrator, another owner's. */
const NOT_THERE = ['not-found', 'invalid']

const NOT_ASKED: ForeignProfile = {
  profile: undefined,
  isRefused: false,
  failed: false,
  loading: false,
  retry: () => undefined,
}

/** @param id undefined where the address names none but one's own; for others than administrators nothing is requested */
export function useForeignProfile(id: string | undefined, isAdmin: boolean): ForeignProfile {
  const skip = id === undefined || !isAdmin
  const { currentData, isError, isFetching, error, refetch } = useForeignProfileQuery(id ?? '', { skip })
  if (skip) return { ...NOT_ASKED, isRefused: id !== undefined }
  const isMissing = currentData === undefined
  const isRefused = isError && NOT_THERE.includes(refusalFrom(error)?.code ?? '')
  return {
    profile: isRefused ? undefined : currentData,
    isRefused,
    failed: isError && isMissing && !isRefused,
    loading: isFetching && isMissing,
    retry: () => void refetch(),
  }
}
