import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from '../events/define.ts'

/** One stream for all, because only one stream can decide who is the last administrator. */
export const ADMINISTRATORS_STREAM = 'administrators'

const data = { accountId: line(LIMITS.lineCharsMax).pipe(z.string().min(1)) }
export const administratorListed = defineEvent({ type: 'AdministratorListed', data })
export const administratorDelisted = defineEvent({ type: 'AdministratorDelisted', data })
