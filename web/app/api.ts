import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react'
import { sessionEnded, type SessionState } from './session.ts'

const tokenOf = (state: unknown): string | undefined =>
  (state as { session: SessionState }).session.signedIn?.token

const plainQuery = fetchBaseQuery({
  baseUrl: '/api',
  prepareHeaders: (headers, { getState }) => {
    const token = tokenOf(getState())
    if (token) headers.set('authorization', `Bearer ${token}`)
    return headers
  },
})

/** A 401 means that the session it was asked with is over; a wrong password has no session to end. */
const sessionQuery: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (
  args,
  queryApi,
  options,
) => {
  const askedWith = tokenOf(queryApi.getState())
  const answer = await plainQuery(args, queryApi, options)
  const over = answer.error?.status === 401 && askedWith && askedWith === tokenOf(queryApi.getState())
  if (over) queryApi.dispatch(sessionEnded())
  return answer
}

/** The one api of the client: features inject their endpoints into it. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: sessionQuery,
  tagTypes: ['Traffic', 'Profiles'],
  endpoints: () => ({}),
})
