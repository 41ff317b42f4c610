import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from './define.ts'

/** `id` is a keyed hash of the code, or the code itself if it was issued before codes were hashed. */
export const activationCodeStream = (id: string): string => `activationCode-${id}`

export const codeIssued = defineEvent({
  type: 'CodeIssued',
  version: 2,
  data: {
    maxProfiles: z.int().min(1).max(1_000),
    /** The printed code, sealed; absent where the code itself names the stream. */
    sealedCode: line(LIMITS.lineCharsMax).optional(),
  },
  upcasters: { 1: (old) => old },
})
export const codeRedeemed = defineEvent({
  type: 'CodeRedeemed',
  data: { accountId: line(LIMITS.lineCharsMax) },
})
/** Another code, sent at the same time, activated the account: this one can be redeemed again. */
export const codeReleased = defineEvent({
  type: 'CodeReleased',
  data: { accountId: line(LIMITS.lineCharsMax) },
})
