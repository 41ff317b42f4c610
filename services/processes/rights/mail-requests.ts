import { requestStream } from '@app/contracts/events/rights-events.ts'
import type { Addressee, MailKind } from '@app/vault/mails/mail-quota.ts'
import type { Reaction } from '../reactions/follow-reaction.ts'
import { loadRequest } from './requests.ts'

const PREFIX = requestStream('')
const KINDS = {
  RequestReceived: 'request-received',
  RequestProlonged: 'request-prolonged',
  RequestAnswered: 'request-answered',
} as const satisfies Readonly<Record<string, MailKind>>

/** Writes to whoever left an address for the answer: at once, and also after a crash. */
export const requestMailReaction = (requestMail: (addressee: Addressee) => Promise<void>): Reaction => ({
  name: 'request-mails',
  types: Object.keys(KINDS) as (keyof typeof KINDS)[],
  isNeverSkipped: true,
  react: async (deps, { type, stream }) => {
    const state = await loadRequest(deps, stream.slice(PREFIX.length))
    if (state.status === 'unknown' || state.received.email === undefined) return
    await requestMail({ kind: KINDS[type as keyof typeof KINDS], subject: stream })
  },
})
