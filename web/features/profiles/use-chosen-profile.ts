import type { User } from '@app/contracts/api/accounts/user.ts'
import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withoutVersion } from '../../app/shell/tab-ids.ts'
import { lastProfile, rememberProfile } from './last-profile.ts'
import { chosenProfile } from './profile-choice.ts'
import { useProfiles, type Profiles } from './use-profiles.ts'
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
function useForeignProfile(id: string | undefined, isAdmin: boolean): ForeignProfile {
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

export interface ChosenProfile {
  /** One's own; `failed` and `loading` are also those of another owner's profile that the address names. */
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
  const own = useProfiles(user)
  const elsewhere = isElsewhere(asked, own.profiles) ? asked : undefined
  const foreign = useForeignProfile(elsewhere, user?.is_admin === true)
  const choose = ({ id }: OwnProfile) => {
    const next = new URLSearchParams(params)
    withoutVersion(next)
    next.set('profile', id)
    setParams(next)
  }
  const known = chosenProfile(own.profiles ?? [], asked ?? lastProfile(accountId))
  // Not by the press: a form with unsaved changes may keep its profile.
  const opened = asked !== undefined && asked === known?.id ? asked : undefined
  useEffect(() => {
    if (opened !== undefined) rememberProfile(accountId, opened)
  }, [accountId, opened])
  return {
    list: {
      profiles: own.profiles,
      failed: own.failed || foreign.failed,
      loading: own.loading || foreign.loading,
      retry: own.failed ? own.retry : foreign.retry,
    },
    profile: foreign.profile ?? known,
    isForeign: foreign.profile !== undefined,
    isUnknown: foreign.isRefused,
    choose,
  }
}
