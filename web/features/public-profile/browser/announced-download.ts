import type { Send } from './send-call.ts'
import { pageEventFields, type PageVisit } from './visit/page-visit.ts'

export type Announce = (visit: PageVisit, eventId: string, visitorName: string | undefined) => void

interface Means {
  readonly send: Send
  /** A beacon cannot carry the token, so a signed-in browser uses fetch. */
  readonly isSignedIn: () => boolean
  /** For browsers without fetch keepalive. Returns whether the browser accepted the data. */
  readonly beacon: ((address: string, json: string) => boolean) | undefined
}

/**
 * The file's address carries the event's id and nothing about the visitor. The rest, such as the token of a
 * signed-in browser, goes beside it under the same id: both are one event.
 */
export const createAnnouncer =
  ({ send, isSignedIn, beacon }: Means): Announce =>
  (visit, eventId, visitorName) => {
    const address = `/api/public/note/${visit.profileId}`
    const body = {
      event_type: 'vcf',
      ...pageEventFields(visit, eventId),
      ...(visitorName !== undefined && { visitor_name: visitorName }),
    }
    if (!isSignedIn() && beacon && beacon(address, JSON.stringify(body))) return
    void send(address, body)
  }
