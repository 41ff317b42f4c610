import { isSettled, type CallAnswer, type Send } from '../send-call.ts'
import { newUuid } from '../random-uuid.ts'
import type { PageVisit } from '../visit/page-visit.ts'

/** One key for all tries with one address, until one of them is answered for good. */
export function createRemind(send: Send, visitNow: () => PageVisit): (email: string) => Promise<CallAnswer> {
  let last: { readonly email: string; readonly key: string; readonly body: object } | undefined
  let answered: string | undefined
  return async (email) => {
    if (!last || last.email !== email)
      last = { email, key: newUuid(), body: bodyOf(email, visitNow(), email === answered) }
    const answer = await send('/api/reminders/subscribe', last.body, { 'idempotency-key': last.key })
    if (isSettled(answer.status)) last = undefined
    answered = email
    return answer
  }
}

const bodyOf = (email: string, { profileId, visitId, visitorId, source }: PageVisit, isRight: boolean) => ({
  email,
  ...(isRight && { as_typed: true }),
  profile_id: profileId,
  visit_id: visitId,
  source,
  ...(visitorId !== undefined && { visitor_id: visitorId }),
})
