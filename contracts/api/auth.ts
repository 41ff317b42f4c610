import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { filledLine } from '../text.ts'
import { call } from './call.ts'
import { nothing } from './parts.ts'

export const user = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    is_admin: z.boolean(),
    is_active: z.boolean(),
    activation_used: z.boolean(),
    profiles_count: z.int(),
    max_profiles: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

export const session = z
  .object({
    access_token: z.string(),
    user,
    profile_url: z.string().nullable(),
    needs_activation: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

export const loginBody = z.object({
  email: filledLine(LIMITS.emailCharsMax),
  password: z.string().min(1, 'Completa este campo.').max(LIMITS.bodyBytesMax),
})

export const postLogin = call({
  method: 'post',
  path: '/api/auth/login',
  summary: 'Signs in with e-mail and password.',
  access: 'everyone',
  params: nothing,
  query: nothing,
  body: loginBody,
  answer: session,
  refusals: [
    'malformed',
    'wrong-credentials',
    'account-inactive',
    'too-large',
    'unsupported-media',
    'invalid',
    'too-many',
    'unavailable',
  ],
})
