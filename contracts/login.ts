import { z } from 'zod'
import { emailAddress } from './fields/email.ts'
import { LIMITS } from './limits/limits.ts'
import { newPassword } from './fields/new-password.ts'
import { filledLine } from './fields/text.ts'
import { call } from './api/call.ts'
import { user } from './accounts.ts'

export const profileUrl = z.string().nullable()

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
