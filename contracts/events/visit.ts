import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { line } from '../fields/text.ts'
import { SOURCES } from '../traffic/traffic.ts'
import { defineEvent } from './define.ts'

/** Stream of one tap: nothing is decided there but its own novelty, so a retry is exactly-once on any store. */
export const visitStream = (visitId: string): string => `visit-${visitId}`

/** Raw facts of the request behind a traffic event. The verdict (robot, preview, …) is never stored: projections judge. */
export const requestFacts = {
  userAgent: line(LIMITS.userAgentCharsMax),
  language: line(LIMITS.lineCharsMax).optional(),
  /** Sec-Purpose, Purpose, X-Purpose or X-Moz, as sent: a prefetch or a preview says so. */
  purpose: line(LIMITS.lineCharsMax).optional(),
  /** A HEAD, or a later part of a file, is kept and never counted. */
  request: z.enum(['get', 'head', 'part']),
}

export const sourceSchema = z.enum(SOURCES)

export const profileTapped = defineEvent({
  type: 'ProfileTapped',
  version: 2,
  data: {
    visitId: z.uuid(),
    profileId: z.uuid(),
    /** First-party id of this profile only, or a daily keyed hash; never an address. */
    visitorId: z.uuid(),
    source: sourceSchema,
    /** Host only: a whole address can hold personal data. */
    referrer: line(LIMITS.lineCharsMax).optional(),
    ...requestFacts,
  },
})
