import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { line } from '../text.ts'
import { defineEvent } from './define.ts'

export const activationCodeStream = (code: string): string => `activationCode-${code}`

export const codeIssued = defineEvent({
  type: 'CodeIssued',
  data: { maxProfiles: z.int().min(1).max(1_000) },
})
export const codeRedeemed = defineEvent({
  type: 'CodeRedeemed',
  data: { accountId: line(LIMITS.lineCharsMax) },
})
