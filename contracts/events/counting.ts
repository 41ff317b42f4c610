import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from './define.ts'

export const countingStream = (profileId: string): string => `counting-${profileId}`
export const correctionStream = (id: string): string => `correction-${id}`

/** What counts for one profile from now on, and for all of its history. */
export const countingRulesChanged = defineEvent({
  type: 'CountingRulesChanged',
  data: {
    profileId: z.uuid(),
    countRobots: z.boolean(),
    countPreviews: z.boolean(),
    countOwn: z.boolean(),
    countRepeats: z.boolean(),
  },
})
/** Facts that turned out not to count. `correctionId` is the stream's own id, so that a withdrawal names it. */
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
