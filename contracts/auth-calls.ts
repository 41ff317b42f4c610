import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { areSamePassword, newPassword, PASSWORDS_DIFFER } from './fields/new-password.ts'
import { filledLine } from './fields/text.ts'
import { call } from './api/call.ts'
import { message } from './api/call-parts.ts'
import { user } from './accounts.ts'
import { profileUrl, session } from './login.ts'

export const postForgotPassword = call({
  method: 'post',
  path: '/api/auth/forgot-password',
  summary:
    'Sends a link to a new password. The answer is the same whether or not the address has an account.',
  access: 'everyone',
  limit: { name: 'forgot-password' },
  audited: { done: 'reset-requested' },
  body: z.object({ email: filledLine(LIMITS.emailCharsMax) }),
  answer: z.object({ message }),
})

const token = filledLine(LIMITS.lineCharsMax)

export const getVerifyResetToken = call({
  method: 'get',
  path: '/api/auth/verify-reset-token/{token}',
  summary: 'Whether a link to a new password still holds, and whose it is.',
  access: 'everyone',
  limit: { name: 'reset-token' },
  // Any text: an unreadable token gets the answer `valid: false`, not a refusal.
  params: z.object({ token: z.string() }),
  answer: z.object({ valid: z.boolean(), email: z.string().nullable(), message }),
})

export const twoPasswords = {
  new_password: newPassword,
  confirm_password: z.string().max(LIMITS.bodyBytesMax),
}
export const areSame = (typed: { new_password: string; confirm_password: string }): boolean =>
  areSamePassword(typed.new_password, typed.confirm_password)
export const differ = { path: ['confirm_password'], message: PASSWORDS_DIFFER }

export const postResetPassword = call({
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Sets a new password by a link, and signs in; a deactivated account gets a message only.',
  access: 'everyone',
  limit: { name: 'reset-token' },
  audited: { done: 'password-reset', refused: 'password-reset-failed' },
  body: z.object({ token, ...twoPasswords }).refine(areSame, differ),
  answer: z
    .object({ message, access_token: z.string().optional(), user: user.optional() })
    .meta({ id: 'PasswordReset' }),
  refusals: ['invalid-token', 'history-full'],
})

export const postActivate = call({
  method: 'post',
  path: '/api/auth/activate',
  summary: 'Activates the account with the code of its card, and makes its first profile.',
  access: 'signed-in',
  limit: { name: 'activate' },
  idempotent: 'by-effect',
  audited: { done: 'activated', refused: 'activation-failed' },
  body: z.object({ code: filledLine(LIMITS.lineCharsMax) }),
  answer: z
    .object({ message, access_token: z.string(), user, profile_url: z.string() })
    .meta({ id: 'Activation' }),
  refusals: ['invalid-code', 'already-activated'],
})

export const me = z
  .object({
    user,
    profile_url: profileUrl,
    needs_activation: z.boolean(),
    has_password: z.boolean().meta({ description: 'False where only an external login opens the account.' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof me>

export const getMe = call({
  method: 'get',
  path: '/api/auth/me',
  summary: 'Who is signed in.',
  access: 'signed-in',
  answer: me,
})

export const externalSession = session
  .extend({
    session_token: z.string().meta({ description: 'The same as access_token.' }),
    activation_message: message.nullable().meta({ description: 'Null when nothing needs activation.' }),
  })
  .meta({ id: 'ExternalSession' })
export type ExternalSession = z.infer<typeof externalSession>

export const postEmergentLogin = call({
  method: 'post',
  path: '/api/auth/emergent-login',
  summary:
    'Exchanges the session id of an external login, once, within two minutes, in the browser that signed in.',
  access: 'everyone',
  limit: { name: 'external-login' },
  gives: ['Set-Cookie'],
  audited: { done: 'signed-in', refused: 'external-login-failed' },
  body: z.object({ session_id: filledLine(LIMITS.lineCharsMax) }),
  answer: externalSession,
  refusals: ['external-login-failed', 'account-inactive'],
})

export const getLoginMethods = call({
  method: 'get',
  path: '/api/auth/methods',
  summary: 'Which ways to sign in there are: without an external provider its button is absent.',
  access: 'everyone',
  answer: z
    .object({ password: z.literal(true), external: z.object({ name: z.string() }).nullable() })
    .meta({ id: 'LoginMethods' }),
})

const redirect = {
  answer: z.string(),
  answerType: [],
  answerStatus: 302,
  gives: ['Location', 'Set-Cookie'],
} as const

export const getExternalStart = call({
  ...redirect,
  method: 'get',
  path: '/api/auth/external/start',
  summary: 'Sends the browser to the external provider.',
  access: 'everyone',
  limit: { name: 'external-login' },
  refusals: ['not-found'],
})

export const getExternalCallback = call({
  ...redirect,
  method: 'get',
  path: '/api/auth/external/callback',
  summary: 'Where the provider sends the browser back to: it goes on to /profile#session_id=… (or #error=…).',
  access: 'everyone',
  limit: { name: 'external-login' },
  query: z.looseObject({}),
  refusals: ['not-found'],
})

export const postCloseSessions = call({
  method: 'post',
  path: '/api/auth/close-sessions',
  summary: 'Ends every session of the account, this one included, everywhere within 3 s.',
  access: 'signed-in',
  limit: { name: 'close-sessions' },
  bodyType: 'none',
  audited: { done: 'sessions-closed' },
  answer: z.object({ message }),
  refusals: ['history-full'],
})
