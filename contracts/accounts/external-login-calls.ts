import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { filledLine } from '../fields/text.ts'
import { session } from './auth-calls.ts'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'

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
