import { z } from 'zod'
import { defineEvent } from './events/define.ts'

/** Event types of before: stored ones stay readable, and nothing decides on them any more. */
export const requestDenied = defineEvent({ type: 'RequestDenied', data: { by: z.enum(['owner', 'admin']) } })
