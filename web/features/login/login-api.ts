import { session, type Session } from '@app/contracts/api/auth.ts'
import { refusalBody } from '@app/contracts/refusals.ts'
import { api } from '../../app/api.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

const loginApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Session, Credentials>({
      query: (credentials) => ({ url: '/auth/login', method: 'POST', body: credentials }),
      transformResponse: (body) => session.parse(body),
    }),
  }),
})

export const { useLoginMutation } = loginApi

/** What the server says about a refused login, or the fixed words when it says nothing. */
export function refusalText(error: unknown): string {
  const body = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
  const refusal = refusalBody.safeParse(body)
  return refusal.success ? refusal.data.detail : 'Login failed'
}
