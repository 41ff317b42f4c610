import type { Answer, Send } from '../call.ts'
import type { Identity } from './identify-dialog.ts'
import { newId } from '../uuid.ts'
import { eventFields, type Visit } from '../visit/visit.ts'

/** Sends who the visitor is: under the same event id while the same is said again, else it is another event. */
export function createIdentify(send: Send, visitNow: () => Visit): (identity: Identity) => Promise<Answer> {
  let last = { said: '', eventId: '' }
  return (identity) => {
    const said = JSON.stringify(identity)
    if (said !== last.said) last = { said, eventId: newId() }
    const visit = visitNow()
    return send(`/api/public/identify/${visit.profileId}`, {
      ...identity,
      ...eventFields(visit, last.eventId),
    })
  }
}
