import { z } from 'zod'
import { emailAddress } from '../fields/email.ts'
import { filledLine } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'
import { me, password } from './auth-calls.ts'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'

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
