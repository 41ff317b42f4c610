import type { User } from '@app/contracts/accounts.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withoutVersion } from '../../app/shell/tabs.tsx'
import { lastProfile, rememberProfile, chosenProfile } from './profile-choice.ts'
import { refusalFrom } from '../../app/refusal.ts'
import { useForeignProfileQuery, useMyProfilesQuery } from './profiles-api.ts'

/** No such profile, no id at all, or, for whoever is no longer an administrator, another owner's. */
const NOT_THERE = ['not-found', 'invalid']

/** @param id undefined where the address names none but one's own; for others than administrators nothing is requested */
function useForeignProfile(id: string | undefined, isAdmin: boolean) {
  const skip = id === undefined || !isAdmin
  const { currentData, isError, isFetching, error, refetch } = useForeignProfileQuery(id ?? '', { skip })
  const isRefused = skip ? id !== undefined : isError && NOT_THERE.includes(refusalFrom(error)?.code ?? '')
  const isMissing = currentData === undefined
  return {
    profile: isRefused ? undefined : currentData,
    isRefused,
    failed: isError && isMissing && !isRefused,
    loading: isFetching && isMissing,
    refetch,
  }
}

export interface Profiles {
  readonly profiles: readonly OwnProfile[] | undefined
  readonly failed: boolean
  readonly loading: boolean
  readonly retry: () => void
}

export interface ChosenProfile {
  /** One's own, also for administrators; `failed` and `loading` are also those of another owner's profile. */
  readonly list: Profiles
  readonly profile: OwnProfile | undefined
  /** An administrator has opened the profile of another owner. */
  readonly isForeign: boolean
  /** The address names a profile that does not exist, or that this account may not open. */
  readonly isUnknown: boolean
  readonly choose: (profile: OwnProfile) => void
}

const isElsewhere = (
  asked: string | undefined,
  profiles: readonly OwnProfile[] | undefined,
): asked is string =>
  asked !== undefined && profiles !== undefined && !profiles.some(({ id }) => id === asked)

/** The address decides, then what was last chosen on this device, then the order of the list. */
export function useChosenProfile(user: User | undefined): ChosenProfile {
  const [params, setParams] = useSearchParams()
  const asked = params.get('profile')?.toLowerCase()
  const accountId = user?.id ?? ''
  const own = useMyProfilesQuery(undefined, { skip: user === undefined })
  const profiles = own.data
  const foreign = useForeignProfile(isElsewhere(asked, profiles) ? asked : undefined, user?.is_admin === true)
  const choose = ({ id }: OwnProfile) => {
    const next = new URLSearchParams(params)
    withoutVersion(next)
    next.set('profile', id)
    setParams(next)
  }
  const known = chosenProfile(profiles ?? [], asked ?? lastProfile(accountId))
  // Not by the press: a form with unsaved changes may keep its profile.
  const opened = asked !== undefined && asked === known?.id ? asked : undefined
  useEffect(() => {
    if (opened !== undefined) rememberProfile(accountId, opened)
  }, [accountId, opened])
  const hasOwnFailed = own.isError && profiles === undefined
  return {
    list: {
      profiles,
      failed: hasOwnFailed || foreign.failed,
      loading: own.isLoading || foreign.loading,
      retry: () => void (hasOwnFailed ? own : foreign).refetch(),
    },
    profile: foreign.profile ?? known,
    isForeign: foreign.profile !== undefined,
    isUnknown: foreign.isRefused,
    choose,
  }
}
