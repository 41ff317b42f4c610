import {
  getVerifyResetToken,
  postForgotPassword,
  postResetPassword,
  postActivate,
  getLoginMethods,
  postEmergentLogin,
  postCloseSessions,
} from '@app/contracts/auth-calls.ts'
import { postLogin, postRegister } from '@app/contracts/login.ts'
import { api } from '../../app/api.ts'
import { gets, parsed, sends, sendsOnce, type AnswerTo } from '../../app/calls.ts'
import { refusalFrom } from '../../app/refusal.ts'

export type PasswordResetAnswer = AnswerTo<typeof postResetPassword>

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation(sends(postLogin)),
    register: build.mutation(sendsOnce(postRegister)),
    externalLogin: build.mutation(sends(postEmergentLogin)),
    loginMethods: build.query(gets(getLoginMethods)),
    forgotPassword: build.mutation(sends(postForgotPassword)),
    verifyResetToken: build.query({
      query: (token: string) => `/auth/verify-reset-token/${encodeURIComponent(token)}`,
      ...parsed(getVerifyResetToken),
      keepUnusedDataFor: 0,
    }),
    resetPassword: build.mutation(sends(postResetPassword)),
    activate: build.mutation({
      ...sendsOnce(postActivate),
      // The account was activated elsewhere: fetching it again leads on to the dashboard.
      invalidatesTags: (_answer, error) =>
        refusalFrom(error)?.code === 'already-activated' ? ['Account'] : [],
    }),
    closeSessions: build.mutation({
      query: (_none: void) => ({ url: '/auth/close-sessions', method: 'POST' }),
      ...parsed(postCloseSessions),
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
  useCloseSessionsMutation,
} = accountApi
export const { loginMethods } = accountApi.endpoints
