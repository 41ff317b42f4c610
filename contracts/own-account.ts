import { z } from 'zod'
import { message } from './api/call-parts.ts'
import { call } from './api/call.ts'
import { emailAddress } from './fields/email.ts'
import { filledLine } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'
import { password, session } from './login.ts'
import { areSame, differ, me, twoPasswords } from './auth-calls.ts'
import { DEVICES } from './traffic/kinds.ts'

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
