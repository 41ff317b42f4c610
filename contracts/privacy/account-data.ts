import { z } from 'zod'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'
import { password } from '../login.ts'

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
