import {
  getAdminUsers,
  putAdminUser,
  type UserChanges,
  deleteAdminProfile,
  getAdminProfiles,
  putAdminProfileSlug,
  putAdminProfileStatus,
} from '@app/contracts/administration.ts'
import { getAdminCodes, postAdminCodes } from '@app/contracts/codes.ts'
import { getAdminQuotations, putAdminQuotation } from '@app/contracts/quotations.ts'
import {
  getAdminRequests,
  putAdminRequest,
  type AdminRequestDetail,
} from '@app/contracts/privacy/requests.ts'
import { CSV_TYPE } from '@app/contracts/api/call-parts.ts'
import { type AnswerMeta, api, nextPlace, totalIn } from '../../app/api.ts'
import { parsed, saveAnswer, sends, type AnswerTo, type Body } from '../../app/calls.ts'
import { PAGE_ROWS, type ListPage, type ListRequest } from '../../ui/use-list.ts'

/** The lists of the panel, by their path below `/admin`. Each is also the tag of its answers. */
export const LISTS = ['users', 'activation-codes', 'quotations', 'profiles', 'reminders', 'requests'] as const
export type ListName = (typeof LISTS)[number]

const pageOf = <Row>(rows: readonly Row[], meta: AnswerMeta | undefined): ListPage<Row> => ({
  rows,
  total: totalIn(meta),
  next: nextPlace(meta),
})

interface RowsCall<Row> {
  readonly answer: { readonly parse: (body: unknown) => readonly Row[] }
}

/** The endpoint of a list. @param named what its call names filter and order */
const listed = <Row, const Name extends ListName>(
  name: Name,
  { answer }: RowsCall<Row>,
  named = ({ filter, sort }: ListRequest): object => ({ state: filter, sort }),
) => ({
  query: (request: ListRequest) => ({
    url: `/admin/${name}`,
    params: { search: request.search, ...named(request), after: request.after, limit: PAGE_ROWS },
  }),
  transformResponse: (body: unknown, meta: AnswerMeta | undefined) => pageOf(answer.parse(body), meta),
  providesTags: [name],
})

export interface ExportedList {
  readonly file: 'activation-codes.csv' | 'reminders.csv' | 'history.csv'
  readonly params: Readonly<Record<string, string>>
}

export const adminApi = api
  .enhanceEndpoints({ addTagTypes: [...LISTS, 'History', 'Projections', 'Parked'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Number of all rows, on any tab of the list; of requests and quotations those that wait. */
      total: build.query<number, ListName>({
        query: (list) => ({
          url: `/admin/${list}`,
          params: {
            limit: 1,
            ...(list === 'requests' && { state: 'open' }),
            ...(list === 'quotations' && { status: 'pending' }),
          },
        }),
        transformResponse: (body, meta, list) =>
          list === 'reminders' ? (body as { readonly total: number }).total : totalIn(meta),
        providesTags: (_answer, _error, list) => [list],
      }),
      exportList: build.mutation<null, ExportedList>({
        queryFn: ({ file, params }, queryApi, _options, ask) =>
          saveAnswer({ url: `/admin/${file}`, params, type: CSV_TYPE, name: file }, queryApi, ask),
      }),
    }),
  })

export const { useTotalQuery, useExportListMutation } = adminApi

export type IssuedCodes = AnswerTo<typeof postAdminCodes>

/** Within one state by its index: the longest waiting comes first, and the newest of what is done. */
const SORTS: Readonly<Record<string, string>> = {
  pending: 'created_at',
  contacted: '-created_at',
  completed: '-created_at',
}

export interface WantedSlug {
  readonly id: string
  readonly slug: string
}

const addressOf = (id: string): string => `/admin/profiles/${encodeURIComponent(id)}`
// Also after a refusal: it may mean that the list is outdated. The profile may be the administrator's own.
const CHANGED = ['profiles', 'Profiles', 'Profile'] as const

const peopleApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query(listed('users', getAdminUsers)),
    changeUser: build.mutation({
      query: ({ id, changes }: { readonly id: string; readonly changes: UserChanges }) => ({
        url: `/admin/users/${id}`,
        method: 'PUT',
        body: changes,
      }),
      ...parsed(putAdminUser),
      // Also after a refusal: it may mean that the list is outdated. A profile's card says whether it is shown.
      invalidatesTags: ['users', 'profiles'],
    }),
    codes: build.query(listed('activation-codes', getAdminCodes)),
    issueCodes: build.mutation({
      ...sends(postAdminCodes),
      invalidatesTags: (_answer, error) => (error ? [] : ['activation-codes']),
    }),
  }),
})

export const { useUsersQuery, useChangeUserMutation, useCodesQuery, useIssueCodesMutation } = peopleApi

const requestsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    quotations: build.query(
      listed('quotations', getAdminQuotations, ({ filter, sort }) => ({
        status: filter,
        sort: SORTS[filter] ?? sort,
      })),
    ),
    markQuotation: build.mutation({
      query: ({ id, status }: { readonly id: string } & Body<typeof putAdminQuotation>) => ({
        url: `/admin/quotations/${id}`,
        method: 'PUT',
        body: { status },
        keepalive: true,
      }),
      ...parsed(putAdminQuotation),
      // Also after a refusal: another administrator was faster.
      invalidatesTags: ['quotations'],
    }),
    requests: build.query(
      listed('requests', getAdminRequests, ({ filter }) => ({
        state: filter,
        sort: filter === 'open' ? 'due_day' : '-received_at',
      })),
    ),
    request: build.query({
      query: (id: string) => ({ url: '/admin/requests', params: { id } }),
      transformResponse: (body): AdminRequestDetail => {
        const [request] = getAdminRequests.answer.parse(body)
        return { ...request!, ...request!.detail! }
      },
      providesTags: ['requests'],
    }),
    decideRequest: build.mutation({
      query: ({ id, act }: { readonly id: string; readonly act: Body<typeof putAdminRequest> }) => ({
        url: `/admin/requests/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: act,
      }),
      ...parsed(putAdminRequest),
      invalidatesTags: ['requests'],
    }),
  }),
})

export const {
  useQuotationsQuery,
  useMarkQuotationMutation,
  useRequestsQuery,
  useRequestQuery,
  useDecideRequestMutation,
} = requestsApi

const profilesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    adminProfiles: build.query(listed('profiles', getAdminProfiles)),
    changeSlug: build.mutation({
      query: ({ id, slug }: WantedSlug) => ({
        url: `${addressOf(id)}/slug`,
        method: 'PUT',
        params: { new_slug: slug },
      }),
      ...parsed(putAdminProfileSlug),
      invalidatesTags: CHANGED,
    }),
    showProfile: build.mutation({
      query: ({ id, is_active }: { readonly id: string; readonly is_active: boolean }) => ({
        url: `${addressOf(id)}/status`,
        method: 'PUT',
        body: { is_active },
      }),
      ...parsed(putAdminProfileStatus),
      invalidatesTags: CHANGED,
    }),
    eraseProfile: build.mutation({
      query: (id: string) => ({ url: addressOf(id), method: 'DELETE' }),
      ...parsed(deleteAdminProfile),
      // The owner may make another, and its subscribers are gone.
      invalidatesTags: [...CHANGED, 'users', 'reminders', 'Account'],
    }),
  }),
})

export const {
  useAdminProfilesQuery,
  useChangeSlugMutation,
  useShowProfileMutation,
  useEraseProfileMutation,
} = profilesApi
