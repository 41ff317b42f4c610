import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { line } from '../fields/text.ts'
import { SOURCES, TOUCH_SCREENS } from '../traffic/traffic-kinds.ts'
import { defineEvent } from '../events/define.ts'

/** One stream per tap. The append expects no stream, so a retry is exactly-once on any store. */
export const visitStream = (visitId: string): string => `visit-${visitId}`

/** Raw facts of the request. The verdict (robot, preview, …) is never stored: projections compute it. */
export const requestFacts = {
  userAgent: line(LIMITS.userAgentCharsMax),
  language: line(LIMITS.lineCharsMax).optional(),
  purpose: line(LIMITS.lineCharsMax).optional(),
  /** `head` and `part` (a later part of a file) never count. */
  request: z.enum(['get', 'head', 'part']),
}

export const sourceSchema = z.enum(SOURCES)

export const profileTapped = defineEvent({
  type: 'ProfileTapped',
  data: {
    visitId: z.uuid(),
    profileId: z.uuid(),
    /** First-party id of this profile only, or a daily keyed hash; never an IP address. */
    visitorId: z.uuid(),
    source: sourceSchema,
    /** Host only: a whole URL can hold personal data. */
    referrer: line(LIMITS.lineCharsMax).optional(),
    ...requestFacts,
    touch: z.enum(TOUCH_SCREENS).optional(),
  },
})
