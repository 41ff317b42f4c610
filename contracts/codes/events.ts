import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { maxProfiles } from '../accounts/events.ts'
import { defineEvent } from '../events/define.ts'

/** `id` is a keyed hash of the code. */
export const activationCodeStream = (id: string): string => `activationCode-${id}`

export const codeIssued = defineEvent({
  type: 'CodeIssued',
  data: {
    maxProfiles,
    /** The printed code, sealed. */
    sealedCode: line(LIMITS.lineCharsMax),
  },
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
