import type { User } from '@app/contracts/accounts.ts'
import {
  type OwnProfile,
  getProfile,
  getMyProfiles,
  postCreateProfile,
} from '@app/contracts/profile-calls.ts'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withoutVersion } from '../../app/shell/tabs.tsx'
import { refusalFrom, refusalText, useOnce } from '../../app/refusal.ts'
import { api } from '../../app/api.ts'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { recall, remember } from '../../ui/browser/browser-storage.ts'

/** No such profile, no id at all, or, for somebody who is no longer an administrator, another owner's. */
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
  readonly isForeign: boolean
  /** The address names a profile that does not exist, or that this account may not open. */
  readonly isUnknown: boolean
  readonly choose: (profile: OwnProfile) => void
}

const isElsewhere = (
  addressed: string | undefined,
  profiles: readonly OwnProfile[] | undefined,
): addressed is string =>
  addressed !== undefined && profiles !== undefined && !profiles.some(({ id }) => id === addressed)

/** The address decides, then what was last chosen on this device, then the order of the list. */
export function useChosenProfile(user: User | undefined): ChosenProfile {
  const [params, setParams] = useSearchParams()
  const addressed = params.get('profile')?.toLowerCase()
  const accountId = user?.id ?? ''
  const own = useMyProfilesQuery(undefined, { skip: user === undefined })
  const profiles = own.data
  const foreign = useForeignProfile(
    isElsewhere(addressed, profiles) ? addressed : undefined,
    user?.is_admin === true,
  )
  const choose = ({ id }: OwnProfile) => {
    const next = new URLSearchParams(params)
    withoutVersion(next)
    next.set('profile', id)
    setParams(next)
  }
  const chosen = chosenProfile(profiles ?? [], addressed ?? recall(keyOf(accountId)))
  // Not by the press: a form with unsaved changes may keep its profile.
  const opened = addressed !== undefined && addressed === chosen?.id ? addressed : undefined
  useEffect(() => {
    if (opened !== undefined) remember(keyOf(accountId), opened)
  }, [accountId, opened])
  const hasOwnFailed = own.isError && profiles === undefined
  return {
    list: {
      profiles,
      failed: hasOwnFailed || foreign.failed,
      loading: own.isLoading || foreign.loading,
      retry: () => void (hasOwnFailed ? own : foreign).refetch(),
    },
    profile: foreign.profile ?? chosen,
    isForeign: foreign.profile !== undefined,
    isUnknown: foreign.isRefused,
    choose,
  }
}

const profilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    myProfiles: build.query<OwnProfile[], void>({
      query: () => '/profiles/me',
      transformResponse: (body) => getMyProfiles.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    foreignProfile: build.query<OwnProfile, string>({
      query: (id) => `/profile/${encodeURIComponent(id)}`,
      transformResponse: (body) => getProfile.answer.parse(body),
      providesTags: ['Profiles'],
    }),
    /** @param key Idempotency-Key */
    createProfile: build.mutation<OwnProfile, string>({
      query: (key) => ({
        url: '/profiles/create',
        method: 'POST',
        headers: { 'idempotency-key': key },
      }),
      transformResponse: (body) => postCreateProfile.answer.parse(body),
      // At once, so that its address names one of the list.
      onQueryStarted: async (_key, { dispatch, queryFulfilled }) => {
        const made = await queryFulfilled.catch(() => undefined)
        const add = (list: OwnProfile[]) => {
          if (made && !list.some(({ id }) => id === made.data.id)) list.push(made.data)
        }
        dispatch(profilesApi.util.updateQueryData('myProfiles', undefined, add))
      },
      // Also after a refusal: it may mean that this screen's profiles are outdated.
      invalidatesTags: ['Profiles', 'Account'],
    }),
  }),
})

export const { useMyProfilesQuery } = profilesApi
export const { myProfiles } = profilesApi.endpoints
const { useForeignProfileQuery, useCreateProfileMutation } = profilesApi

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

const keyOf = (accountId: string): string => `app.profile.${accountId}`

type Named = Pick<OwnProfile, 'name' | 'lastname' | 'slug'>

export const profileNameOf = ({ name, lastname, slug }: Named): string => `${name} ${lastname}`.trim() || slug

const chosenProfile = <P extends { readonly id: string }>(
  profiles: readonly P[],
  askedId: string | null,
): P | undefined => profiles.find(({ id }) => id === askedId) ?? profiles[0]
