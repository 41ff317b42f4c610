import type { CallAnswer, Send } from '../send-call.ts'
import type { Identity } from './identify-dialog.ts'
import { newUuid } from '../random-uuid.ts'
import { pageEventFields, type PageVisit } from '../visit/page-visit.ts'

/** Reuses the event id while the same data is sent again. */
export function createIdentify(
  send: Send,
  visitNow: () => PageVisit,
): (identity: Identity) => Promise<CallAnswer> {
  let last = { text: '', eventId: '' }
  return (identity) => {
    const text = JSON.stringify(identity)
    if (text !== last.text) last = { text, eventId: newUuid() }
    const visit = visitNow()
    return send(`/api/public/identify/${visit.profileId}`, {
      ...identity,
      ...pageEventFields(visit, last.eventId),
    })
  }
}
