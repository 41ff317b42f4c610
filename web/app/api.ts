import {
  createApi,
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { positionWritten, type LogPositionState } from './log-position.ts'
import { refusalOf } from './refusal.ts'
import { accountDeactivated, sessionEnded, type SessionState } from './session.ts'

/** A failed call, with how long its answer asks to wait. */
export type ApiError = FetchBaseQueryError & { readonly retryAfterSeconds?: number }

type State = { readonly session: SessionState; readonly logPosition: LogPositionState }
const tokenOf = (state: unknown): string | undefined => (state as State).session.signedIn?.token

const plainQuery = fetchBaseQuery({
  baseUrl: '/api',
  prepareHeaders: (headers, { getState, type }) => {
    const { newest } = (getState() as State).logPosition
    const token = tokenOf(getState())
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (type === 'query' && newest !== null) headers.set('wait-for-position', newest)
    return headers
  },
})

/** A wrong password, or an external login that did not hold, has no session to end. */
const ABOUT_CREDENTIALS = ['wrong-credentials', 'external-login-failed']

/** What a refusal says about the session that the call was made with. */
function followRefusal(error: FetchBaseQueryError, { dispatch }: BaseQueryApi): void {
  const code = refusalOf(error)?.code
  if (error.status === 401 && !ABOUT_CREDENTIALS.includes(code ?? '')) dispatch(sessionEnded())
  if (code === 'account-inactive') dispatch(accountDeactivated())
  if (code === 'needs_activation') dispatch(api.util.invalidateTags(['Account']))
}

function withRetryAfter(error: FetchBaseQueryError, meta: FetchBaseQueryMeta | undefined): ApiError {
  const seconds = Number.parseInt(meta?.response?.headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? error : { ...error, retryAfterSeconds: seconds }
}

const sessionQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta> = async (
  args,
  queryApi,
  options,
) => {
  const askedWith = tokenOf(queryApi.getState())
  const answer = await plainQuery(args, queryApi, options)
  const written = answer.meta?.response?.headers.get('log-position')
  if (written) queryApi.dispatch(positionWritten(written))
  if (answer.error === undefined) return answer
  if (askedWith && askedWith === tokenOf(queryApi.getState())) followRefusal(answer.error, queryApi)
  return { ...answer, error: withRetryAfter(answer.error, answer.meta) }
}

/** The one api of the client: features inject their endpoints into it. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: sessionQuery,
  tagTypes: ['Account', 'Traffic', 'Profiles'],
  endpoints: () => ({}),
})
