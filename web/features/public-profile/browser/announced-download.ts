import type { Send } from './call.ts'
import type { Clock } from './clock.ts'
import { pageEventFields, type PageVisit } from './visit/visit.ts'

const WAIT_MS_MAX = 2_000

export type Announce = (
  visit: PageVisit,
  eventId: string,
  visitorName: string | undefined,
) => Promise<void> | undefined

/**
 * The file's address carries no token. A signed-in browser therefore sends the download event first, with its token and
 * the file's event id: both are one event, and no link can make a download look like the owner's.
 */
export const createAnnouncer =
  (send: Send, clock: Clock, isSignedIn: () => boolean): Announce =>
  (visit, eventId, visitorName) => {
    if (!isSignedIn()) return undefined
    const body = {
      event_type: 'vcf',
      ...pageEventFields(visit, eventId),
      ...(visitorName !== undefined && { visitor_name: visitorName }),
    }
    return new Promise((resolve) => {
      const callOff = clock.after(WAIT_MS_MAX, resolve)
      void send(`/api/public/track/${visit.profileId}`, body).then(() => {
        callOff()
        resolve()
      })
    })
  }
