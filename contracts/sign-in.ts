import { z } from 'zod'
import { emailAddress } from './fields/email.ts'
import { LIMITS } from './limits/limits.ts'
import { areSamePassword, newPassword, PASSWORDS_DIFFER } from './fields/credentials.ts'
import { filledLine } from './fields/text.ts'
import { call } from './api/call.ts'
import { message } from './api/call-parts.ts'
import { user } from './accounts.ts'
import { DEVICES } from './traffic/kinds.ts'

const profileUrl = z.string().nullable()

export const session = z
  .object({ access_token: z.string(), user, profile_url: profileUrl, needs_activation: z.boolean() })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

export const password = z
  .string('Completa este campo.')
  .min(1, 'Completa este campo.')
  .max(LIMITS.bodyBytesMax)

export const loginBody = z.object({ email: filledLine(LIMITS.emailCharsMax), password })

export const postLogin = call({
  method: 'post',
  path: '/api/auth/login',
  summary: 'Signs in with e-mail and password.',
  access: 'everyone',
  hashes: true,
  limit: { name: 'login', keyOf: ({ body }) => ({ email: body.email }) },
  audited: { done: 'signed-in', refused: 'login-failed' },
  body: loginBody,
  answer: session,
  refusals: ['wrong-credentials', 'account-inactive'],
})

export const registerBody = z.object({
  name: filledLine(LIMITS.nameCharsMax),
  email: emailAddress,
  password: newPassword,
})

export const postRegister = call({
  method: 'post',
  path: '/api/auth/register',
  summary: 'Makes an account and signs it in. It still has to be activated with a card’s code.',
  access: 'everyone',
  hashes: true,
  limit: { name: 'register', keyOf: ({ body }) => ({ email: body.email }) },
  idempotent: 'by-effect',
  audited: { done: 'registered' },
  body: registerBody,
  answer: session,
  refusals: ['email-taken'],
})

export const postForgotPassword = call({
  method: 'post',
  path: '/api/auth/forgot-password',
  summary: 'Sends a link to a new password. The answer is the same whether or not the address is known.',
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

const twoPasswords = { new_password: newPassword, confirm_password: z.string().max(LIMITS.bodyBytesMax) }
const areSame = (given: { new_password: string; confirm_password: string }): boolean =>
  areSamePassword(given.new_password, given.confirm_password)
const differ = { path: ['confirm_password'], message: PASSWORDS_DIFFER }

export const postResetPassword = call({
  method: 'post',
  path: '/api/auth/reset-password',
  summary: 'Sets a new password by a link, and signs in; a deactivated account gets a message only.',
  access: 'everyone',
  hashes: true,
  limit: { name: 'reset-token' },
  audited: { done: 'password-reset', refused: 'password-reset-failed' },
  body: z.object({ token, ...twoPasswords }).refine(areSame, differ),
  answer: z
    .object({ message, access_token: z.string().optional(), user: user.optional() })
    .meta({ id: 'PasswordReset' }),
  refusals: ['invalid-token', 'history-full'],
})

export const postChangePassword = call({
  method: 'post',
  path: '/api/auth/change-password',
  summary: 'Sets a new password by the present one. All other sessions end.',
  access: 'signed-in',
  hashes: true,
  limit: { name: 'change-password' },
  audited: { done: 'password-changed', refused: 'password-change-failed' },
  body: z.object({ current_password: password, ...twoPasswords }).refine(areSame, differ),
  answer: session,
  refusals: ['wrong-credentials', 'history-full'],
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

export const postLogout = call({
  method: 'post',
  path: '/api/auth/logout',
  summary: 'Ends this session, everywhere within 3 s.',
  access: 'signed-in',
  bodyType: 'none',
  answer: z.object({ message }),
})

export const ownSession = z
  .object({
    id: z.uuid(),
    device: z.enum(DEVICES),
    began_at: z.iso.datetime(),
    seen_at: z.iso.datetime().meta({ description: 'Exact to five minutes.' }),
    is_current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
  })
  .meta({ id: 'OwnSession' })

export const getSessions = call({
  method: 'get',
  path: '/api/auth/sessions',
  summary: 'One’s open sessions, the latest used first.',
  access: 'signed-in',
  answer: z.array(ownSession).max(LIMITS.sessionsOfAccountMax),
})

export const deleteSession = call({
  method: 'delete',
  path: '/api/auth/sessions/{sessionId}',
  summary: 'Ends one of one’s sessions, everywhere within 3 s.',
  access: 'signed-in',
  params: z.object({ sessionId: z.string().max(LIMITS.lineCharsMax) }),
  answer: z.object({ message }),
  refusals: ['not-found'],
})

const renameBody = z.strictObject({ name: filledLine(LIMITS.nameCharsMax) })

export const putMe = call({
  method: 'put',
  path: '/api/auth/me',
  summary: 'Changes the account’s name. Profiles keep theirs.',
  access: 'signed-in',
  limit: { name: 'rename-account' },
  audited: { done: 'account-renamed' },
  body: renameBody,
  answer: me,
  refusals: ['history-full'],
})

/** A mailed code. */
const code = filledLine(LIMITS.lineCharsMax)
export const emailBody = z.strictObject({
  email: emailAddress,
  code: code.optional(),
  new_code: code.optional(),
})

export const postEmail = call({
  method: 'post',
  path: '/api/auth/email',
  summary:
    'Changes the account’s e-mail by two codes. Without them, it mails one to the present mailbox and one to the new one.',
  access: 'signed-in',
  limit: { name: 'change-email' },
  body: emailBody,
  answer: z.object({ message, is_changed: z.boolean() }),
  refusals: ['email-taken', 'conflict', 'history-full'],
})

export const EXPORT_TYPE = 'application/json'

export const getExport = call({
  method: 'get',
  path: '/api/auth/export',
  summary:
    'A file of what is stored of the account and its profiles, pictures included. One at a time: others get 429.',
  access: 'signed-in',
  limit: { name: 'export-account' },
  audited: { done: 'data-exported' },
  reads: ['profiles', 'traffic', 'visitors'],
  answer: z.looseObject({}),
  answerType: EXPORT_TYPE,
  gives: ['Content-Disposition'],
})

export const deleteMe = call({
  method: 'delete',
  path: '/api/auth/me',
  summary:
    'Erases the account and its profiles for ever. With the password, or within 10 minutes of signing in where there is none.',
  access: 'signed-in',
  limit: { name: 'delete-account' },
  audited: { done: 'account-erased', refused: 'account-erasure-failed' },
  bodyType: 'json',
  body: z.strictObject({ password: password.optional() }),
  answer: z.object({ message }),
  refusals: ['wrong-credentials', 'sign-in-again', 'last-administrator'],
})
