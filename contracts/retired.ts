import { z } from 'zod'
import { defineEvent } from './events/define.ts'
import { line, paragraph } from './fields/text.ts'
import { LIMITS } from './limits/limits.ts'

/** Former event types: stored ones stay readable, and no decision depends on them. */
export const requestDenied = defineEvent({ type: 'RequestDenied', data: { by: z.enum(['owner', 'admin']) } })
const [name, phone, text] = [
  line(LIMITS.nameCharsMax),
  line(LIMITS.phoneCharsMax),
  paragraph(LIMITS.paragraphCharsMax),
]
export const quotationCorrected = defineEvent({
  type: 'QuotationCorrected',
  data: { company: name, contactPerson: name, phone, comments: text },
  personal: { company: 'quotation', contactPerson: 'quotation', phone: 'quotation', comments: 'quotation' },
})
/** Seals of the tree that the chain of blocks replaced. */
const [size, hash, key] = [z.string().regex(/^\d{1,20}$/), z.base64().max(200), line(LIMITS.lineCharsMax)]
export const logSealed = defineEvent({
  type: 'LogSealed',
  data: {
    size,
    root: hash,
    previous: hash.nullable(),
    keyId: key,
    signature: hash,
    previousSize: size,
    chainSignature: hash,
  },
})
export const sealKeyNamed = defineEvent({
  type: 'SealKeyNamed',
  data: { vkey: key, previous: key.nullable(), signature: hash.nullable() },
})
export const restoredLogAccepted = defineEvent({
  type: 'RestoredLogAccepted',
  data: { size, root: hash, vkey: key, sealedAt: z.iso.datetime(), signature: hash },
})
export const checkpointKept = defineEvent({ type: 'CheckpointKept', data: { size } })
