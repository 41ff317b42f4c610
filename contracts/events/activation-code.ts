import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from './define.ts'

/** `id` is a keyed hash of the code; of codes issued before they were hashed, the code itself. */
export const activationCodeStream = (id: string): string => `activationCode-${id}`

export const codeIssued = defineEvent({
  type: 'CodeIssued',
  version: 2,
  data: {
    maxProfiles: z.int().min(1).max(1_000),
    /** The code as it is printed, sealed; absent of codes that name their streams. */
    sealedCode: line(LIMITS.lineCharsMax).optional(),
  },
  upcasters: { 1: (old) => old },
})
export const codeRedeemed = defineEvent({
  type: 'CodeRedeemed',
  data: { accountId: line(LIMITS.lineCharsMax) },
})
/** Its account was activated by another code that was sent at the same time: anybody may redeem this one again. */
export const codeReleased = defineEvent({
  type: 'CodeReleased',
  data: { accountId: line(LIMITS.lineCharsMax) },
})
