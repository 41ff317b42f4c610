import {
  createApi,
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import {
  accountDeactivated,
  sessionEnded,
  sessionRevoked,
  type SessionState,
} from './session/session-slice.ts'
import { refusalFrom } from './refusal.ts'
import { tokenHasEnded } from './session/session-token.ts'

export type ApiError = FetchBaseQueryError & {
  readonly retryAfterSeconds?: number
  /** The call got no answer, but the server answers another one: something in the browser refuses it. */
  readonly isHeldBack?: boolean
}

interface ConnectionState {
  readonly isLost: boolean
}

const connectionSlice = createSlice({
  name: 'connection',
  initialState: { isLost: false },
  reducers: {
    connectionLost: (): ConnectionState => ({ isLost: true }),
    connectionFound: (): ConnectionState => ({ isLost: false }),
  },
  selectors: { selectIsLost: ({ isLost }) => isLost },
})

const { connectionLost } = connectionSlice.actions
export const { connectionFound } = connectionSlice.actions
export const { selectIsLost } = connectionSlice.selectors
export const connectionReducer = connectionSlice.reducer

interface LogPositionState {
  /** Decimal digits; null before the first write of this page. */
  readonly newest: string | null
}

const POSITION = /^\d{1,20}$/

const isLater = (position: string, than: string | null): boolean =>
  than === null || BigInt(position) > BigInt(than)

const logPositionSlice = createSlice({
  name: 'logPosition',
  initialState: { newest: null } as LogPositionState,
  reducers: {
    /** Answers can arrive out of order, so an earlier position is ignored. */
    positionWritten: (state, { payload }: PayloadAction<string>): LogPositionState =>
      POSITION.test(payload) && isLater(payload, state.newest) ? { newest: payload } : state,
  },
})

export const { positionWritten } = logPositionSlice.actions
export const logPositionReducer = logPositionSlice.reducer

type State = {
  readonly session: SessionState
  readonly logPosition: LogPositionState
  readonly connection: ConnectionState
}
export const tokenOf = (state: unknown): string | undefined => (state as State).session.signedIn?.token

/** Only reads send `wait-for-position`: the server answers once its read models include that log position. */
export function setCallHeaders(headers: Headers, state: unknown, reads: boolean): void {
  const { newest } = (state as State).logPosition
  const token = tokenOf(state)
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (reads && newest !== null) headers.set('wait-for-position', newest)
}

declare global {
  interface Window {
    /** Answers that start.js requested before the client had come, by token and address. */
    firstAnswers?: Record<string, Promise<Response>>
    /** The profile whose figures start.js has put into the document; undefined if none. */
    firstFigures?: Promise<string | undefined>
  }
}

/** An answer of start.js is used once. */
function fetchOnce(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { firstAnswers = {} } = window
  const key = `${request.headers.get('authorization')}${pathname}${search}`
  const answer = firstAnswers[key] ?? fetch(request)
  delete firstAnswers[key]
  return answer
}

const plainQuery = fetchBaseQuery({
  baseUrl: '/api',
  fetchFn: (request) => fetchOnce(request as Request),
  prepareHeaders: (headers, { getState, type }) => {
    setCallHeaders(headers, getState(), type === 'query')
    return headers
  },
})

const SECOND_MS = 1_000

/** Sends a request that got no turn once more, unless nobody waits for its answer. */
const patientQuery: typeof plainQuery = async (args, queryApi, options) => {
  const answer = await plainQuery(args, queryApi, options)
  if (refusalFrom(answer.error)?.code !== 'busy') return answer
  const { retryAfterSeconds = 1 } = withRetryAfter(answer.error!, answer.meta)
  await new Promise((resolve) => void setTimeout(resolve, retryAfterSeconds * SECOND_MS))
  return queryApi.signal.aborted ? answer : plainQuery(args, queryApi, options)
}

/** A 401 with one of these codes says nothing about the current session. */
const ABOUT_CREDENTIALS = ['wrong-credentials', 'external-login-failed']

export function followRefusal(
  error: FetchBaseQueryError,
  { dispatch, getState }: Pick<BaseQueryApi, 'dispatch' | 'getState'>,
): void {
  const code = refusalFrom(error)?.code
  if (error.status === 401 && !ABOUT_CREDENTIALS.includes(code ?? '')) {
    const { signedIn } = (getState() as State).session
    const isOver = signedIn === null || tokenHasEnded(signedIn, Date.now())
    dispatch(isOver ? sessionEnded() : sessionRevoked())
  }
  if (code === 'account-inactive') dispatch(accountDeactivated())
  if (code === 'needs_activation') dispatch(api.util.invalidateTags(['Account']))
}

export async function isServerThere(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

const PROBE_MS_MAX = 5_000

async function followConnection(
  error: FetchBaseQueryError | undefined,
  { dispatch, getState, signal }: BaseQueryApi,
): Promise<ApiError | undefined> {
  const isUnanswered = error?.status === 'FETCH_ERROR' && !signal.aborted
  const isHeldBack = isUnanswered && (await isServerThere(AbortSignal.timeout(PROBE_MS_MAX)))
  if (signal.aborted) return error
  if (isUnanswered && !isHeldBack) dispatch(connectionLost())
  else if ((getState() as State).connection.isLost) dispatch(connectionFound())
  return isHeldBack ? { ...error, isHeldBack } : error
}

export type AnswerMeta = Pick<FetchBaseQueryMeta, 'response'>

function withRetryAfter(error: ApiError, meta: AnswerMeta | undefined): ApiError {
  const seconds = Number.parseInt(meta?.response?.headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? error : { ...error, retryAfterSeconds: seconds }
}

const sessionQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta> = async (
  args,
  queryApi,
  options,
) => {
  const askedWith = tokenOf(queryApi.getState())
  const answer = await patientQuery(args, queryApi, options)
  const error = await followConnection(answer.error, queryApi)
  const written = answer.meta?.response?.headers.get('log-position')
  if (written) queryApi.dispatch(positionWritten(written))
  if (answer.error === undefined || error === undefined) return answer
  if (askedWith && askedWith === tokenOf(queryApi.getState())) followRefusal(answer.error, queryApi)
  return { ...answer, error: withRetryAfter(error, answer.meta) }
}

export const api = createApi({
  reducerPath: 'api',
  baseQuery: sessionQuery,
  tagTypes: ['Account', 'Traffic', 'Profiles', 'Profile'],
  endpoints: () => ({}),
})

/** Out of `Link: </api/admin/users?after=…>; rel="next"`. */
export function nextPlace(meta: AnswerMeta | undefined): string | undefined {
  const address = /^<([^>]*)>; rel="next"$/.exec(meta?.response?.headers.get('link') ?? '')?.[1]
  return new URLSearchParams(address?.split('?')[1]).get('after') ?? undefined
}

export const totalIn = (meta: AnswerMeta | undefined): number =>
  Number(meta?.response?.headers.get('total-count') ?? 0)
