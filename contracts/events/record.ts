import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from './define.ts'

export const erasureStream = (id: string): string => `erasure-${id}`
export const auditStream = (day: string): string => `audit-${day}`
export const LOG_SEALS_STREAM = 'log-seals'
export const STORE_IDENTITY_STREAM = 'store-identity'

const text = line(LIMITS.lineCharsMax)
const position = z.string().regex(/^\d{1,20}$/)

export const subjectErased = defineEvent({ type: 'SubjectErased', data: { subject: text } })
export const historyRead = defineEvent({ type: 'HistoryRead', data: { scope: text } })
export const personalDataShown = defineEvent({ type: 'PersonalDataShown', data: { subject: text } })
export const parkedEventSkipped = defineEvent({
  type: 'ParkedEventSkipped',
  data: { projection: text, position, eventId: z.uuid() },
})
export const logSealed = defineEvent({
  type: 'LogSealed',
  data: { from: position, to: position, hash: z.string().regex(/^[0-9a-f]{64}$/) },
})
export const storeCreated = defineEvent({ type: 'StoreCreated', data: { storeId: z.uuid() } })
/** Which vault holds the keys of the log's people. The last one counts. */
export const vaultBound = defineEvent({ type: 'VaultBound', data: { vaultId: z.uuid() } })
