import { me, postChangePassword, type Me, type Session } from '@app/contracts/api/auth.ts'
import { deleteMe, EXPORT_TYPE, type putMe } from '@app/contracts/api/own-account.ts'
import type { Call } from '@app/contracts/api/call.ts'
import { api, setCallHeaders } from '../../../app/api.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { fileNameOf } from '../../../ui/file-name.ts'

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
    /** A mutation, so that the file is not cached. It still reads: it waits for the last written position. */
    exportAccount: build.mutation<null, void>({
      queryFn: async (_none, { getState }, _options, ask) => {
        const headers = new Headers({ accept: EXPORT_TYPE })
        setCallHeaders(headers, getState(), true)
        const answer = await ask({
          url: '/auth/export',
          headers,
          responseHandler: (response) => (response.ok ? response.blob() : response.json()),
        })
        if (answer.error) return { error: answer.error }
        const disposition = answer.meta?.response?.headers.get('content-disposition')
        saveFile(answer.data as Blob, fileNameOf(disposition) ?? 'mis-datos.zip')
        return { data: null }
      },
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
  useExportAccountMutation,
  useDeleteAccountMutation,
} = ownAccountApi
