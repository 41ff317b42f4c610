import type { Send } from './call.ts'
import type { Clock } from './clock.ts'
import { pageEventFields, type PageVisit } from './visit/visit.ts'

const WAIT_MS_MAX = 2_000

/** Tells the server of a download before its file is asked for; undefined when nobody is signed in. */
export type Announce = (
  visit: PageVisit,
  eventId: string,
  visitorName: string | undefined,
) => Promise<void> | undefined

/**
 * The file's address carries no token. So whoever is signed in confirms the download first, with the token and the id
 * that the file is then asked for with: both are one event, and the server knows whose it is. Nothing in an address can
 * make a download look like the owner's.
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
      // The contact matters more than how it is counted.
      const callOff = clock.after(WAIT_MS_MAX, resolve)
      void send(`/api/public/track/${visit.profileId}`, body).then(() => {
        callOff()
        resolve()
      })
    })
  }
