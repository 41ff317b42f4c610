import {
  postChangePassword,
  postEmail,
  putMe,
  deleteSession,
  getSessions,
} from '@app/contracts/own-account.ts'
import { deleteMe, EXPORT_TYPE } from '@app/contracts/privacy/account-data.ts'
import { api } from '../../../app/api.ts'
import { gets, parsed, sends, type AnswerTo, saveAnswer } from '../../../app/calls.ts'

export type OwnSession = AnswerTo<typeof getSessions>[number]

const ownAccountApi = api.injectEndpoints({
  endpoints: (build) => ({
    renameAccount: build.mutation({
      ...sends(putMe, 'PUT'),
      invalidatesTags: (_answer, error) => (error ? [] : ['Account']),
    }),
    changeEmail: build.mutation({
      ...sends(postEmail),
      invalidatesTags: (answer) => (answer?.is_changed ? ['Account'] : []),
    }),
    changePassword: build.mutation(sends(postChangePassword)),
    sessions: build.query(gets(getSessions)),
    endSession: build.mutation({
      query: (id: string) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      ...parsed(deleteSession),
    }),
    exportAccount: build.mutation<null, void>({
      queryFn: (_none, queryApi, _options, ask) =>
        saveAnswer({ url: '/auth/export', type: EXPORT_TYPE, name: 'mis-datos.json' }, queryApi, ask),
    }),
    deleteAccount: build.mutation(sends(deleteMe, 'DELETE')),
  }),
})

export const {
  useRenameAccountMutation,
  useChangeEmailMutation,
  useChangePasswordMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useExportAccountMutation,
  useDeleteAccountMutation,
} = ownAccountApi
