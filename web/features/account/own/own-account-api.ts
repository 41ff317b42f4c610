import { me, postChangePassword, type Me, type Session } from '@app/contracts/api/accounts/auth-calls.ts'
import { deleteMe, EXPORT_TYPE, type putMe } from '@app/contracts/api/accounts/own-account.ts'
import { deleteSession, getSessions } from '@app/contracts/api/accounts/sessions.ts'
import type { Call } from '@app/contracts/api/call.ts'
import { api } from '../../../app/api.ts'
import { saveAnswer } from '../../../app/save-answer.ts'

type Answer<C extends Call> = C['answer']['_output']
export type OwnSession = Answer<typeof getSessions>[number]
type Body<C extends Call> = C['body']['_input']

const ownAccountApi = api.injectEndpoints({
  endpoints: (build) => ({
    renameAccount: build.mutation<Me, Body<typeof putMe>>({
      query: (body) => ({ url: '/auth/me', method: 'PUT', body }),
      transformResponse: (body) => me.parse(body),
      invalidatesTags: (_answer, error) => (error ? [] : ['Account']),
    }),
    changePassword: build.mutation<Session, Body<typeof postChangePassword>>({
      query: (body) => ({ url: '/auth/change-password', method: 'POST', body }),
      transformResponse: (body) => postChangePassword.answer.parse(body),
    }),
    sessions: build.query<Answer<typeof getSessions>, void>({
      query: () => '/auth/sessions',
      transformResponse: (body) => getSessions.answer.parse(body),
    }),
    endSession: build.mutation<Answer<typeof deleteSession>, string>({
      query: (id) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      transformResponse: (body) => deleteSession.answer.parse(body),
    }),
    exportAccount: build.mutation<null, void>({
      queryFn: (_none, queryApi, _options, ask) =>
        saveAnswer({ url: '/auth/export', type: EXPORT_TYPE, name: 'mis-datos.zip' }, queryApi, ask),
    }),
    deleteAccount: build.mutation<{ readonly message: string }, Body<typeof deleteMe>>({
      query: (body) => ({ url: '/auth/me', method: 'DELETE', body }),
      transformResponse: (body) => deleteMe.answer.parse(body),
    }),
  }),
})

export const {
  useRenameAccountMutation,
  useChangePasswordMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useExportAccountMutation,
  useDeleteAccountMutation,
} = ownAccountApi
