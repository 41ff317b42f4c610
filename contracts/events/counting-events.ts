import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from './define.ts'

export const correctionStream = (id: string): string => `correction-${id}`

/** Facts that must not count. `correctionId` is the id of the stream, so that a withdrawal can name it. */
export const correctionApplied = defineEvent({
  type: 'CorrectionApplied',
  data: {
    correctionId: z.uuid(),
    profileId: z.uuid(),
    facts: z
      .array(z.strictObject({ visitorId: z.uuid(), eventId: z.uuid() }))
      .min(1)
      .max(500),
    reason: line(LIMITS.lineCharsMax),
  },
})
export const correctionWithdrawn = defineEvent({
  type: 'CorrectionWithdrawn',
  data: { correctionId: z.uuid(), profileId: z.uuid() },
})
