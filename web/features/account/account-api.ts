import {
  getMe,
  getVerifyResetToken,
  postActivate,
  postCloseSessions,
  postForgotPassword,
  postLogin,
  postRegister,
  postResetPassword,
  type Session,
} from '@app/contracts/api/accounts/auth-calls.ts'
import {
  getLoginMethods,
  postEmergentLogin,
  type ExternalSession,
} from '@app/contracts/api/accounts/external-login-calls.ts'
import type { Call } from '@app/contracts/api/call.ts'
import { api } from '../../app/api.ts'
import { refusalFrom } from '../../app/refusal.ts'

type Answer<C extends Call> = C['answer']['_output']
type Body<C extends Call> = C['body']['_input']
interface Keyed<B> {
  readonly body: B
  readonly key: string
}

export type PasswordResetAnswer = Answer<typeof postResetPassword>

const keyed = <B>(url: string, { body, key }: Keyed<B>) => ({
  url,
  method: 'POST',
  body,
  headers: { 'idempotency-key': key },
})

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Session, Body<typeof postLogin>>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      transformResponse: (body) => postLogin.answer.parse(body),
    }),
    register: build.mutation<Session, Keyed<Body<typeof postRegister>>>({
      query: (request) => keyed('/auth/register', request),
      transformResponse: (body) => postRegister.answer.parse(body),
    }),
    externalLogin: build.mutation<ExternalSession, Body<typeof postEmergentLogin>>({
      query: (body) => ({ url: '/auth/emergent-login', method: 'POST', body }),
      transformResponse: (body) => postEmergentLogin.answer.parse(body),
    }),
    loginMethods: build.query<Answer<typeof getLoginMethods>, void>({
      query: () => '/auth/methods',
      transformResponse: (body) => getLoginMethods.answer.parse(body),
    }),
    forgotPassword: build.mutation<Answer<typeof postForgotPassword>, Body<typeof postForgotPassword>>({
      query: (body) => ({ url: '/auth/forgot-password', method: 'POST', body }),
      transformResponse: (body) => postForgotPassword.answer.parse(body),
    }),
    verifyResetToken: build.query<Answer<typeof getVerifyResetToken>, string>({
      query: (token) => `/auth/verify-reset-token/${encodeURIComponent(token)}`,
      transformResponse: (body) => getVerifyResetToken.answer.parse(body),
      keepUnusedDataFor: 0,
    }),
    resetPassword: build.mutation<PasswordResetAnswer, Body<typeof postResetPassword>>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body }),
      transformResponse: (body) => postResetPassword.answer.parse(body),
    }),
    activate: build.mutation<Answer<typeof postActivate>, Keyed<Body<typeof postActivate>>>({
      query: (request) => keyed('/auth/activate', request),
      transformResponse: (body) => postActivate.answer.parse(body),
      // The account was activated elsewhere: fetching it again leads on to the dashboard.
      invalidatesTags: (_answer, error) =>
        refusalFrom(error)?.code === 'already-activated' ? ['Account'] : [],
    }),
    me: build.query<Answer<typeof getMe>, void>({
      query: () => '/auth/me',
      transformResponse: (body) => getMe.answer.parse(body),
      providesTags: ['Account'],
    }),
    closeSessions: build.mutation<Answer<typeof postCloseSessions>, void>({
      query: () => ({ url: '/auth/close-sessions', method: 'POST' }),
      transformResponse: (body) => postCloseSessions.answer.parse(body),
    }),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useExternalLoginMutation,
  useLoginMethodsQuery,
  useForgotPasswordMutation,
  useVerifyResetTokenQuery,
  useResetPasswordMutation,
  useActivateMutation,
  useMeQuery,
  useCloseSessionsMutation,
} = accountApi
export const { loginMethods } = accountApi.endpoints
