import type { Actor } from '@app/contracts/event-store.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Request } from '@app/domain/request.ts'
import type { Reaction } from '../reactions/reaction.ts'
import {
  blockAsked,
  eraseAsked,
  objectAsked,
  type AskedByMailbox,
  type Done,
  type MailboxActsDeps,
} from './mailbox-acts.ts'
import { answerOnce, loadRequest } from './requests.ts'

type OpenRequest = Exclude<Request, { status: 'unknown' }>

/** Does what was asked, also again, and answers once. @throws Refusal not-found */
export async function finishMailboxRequest(
  deps: MailboxActsDeps,
  requestId: string,
  actor: Actor,
): Promise<Done> {
  const request = await loadRequest(deps, requestId)
  if (request.status === 'unknown') throw new Refusal('not-found')
  const { received, receivedAt } = request
  const asked = {
    requestId,
    mailboxId: received.mailboxId ?? '',
    about: received.about ?? '',
    receivedAt: new Date(receivedAt),
  }
  const finished = await act(deps, received.kind, asked, actor)
  await answerOnce(deps, requestId, finished.answer, actor)
  return finished
}

function act(
  deps: MailboxActsDeps,
  kind: OpenRequest['received']['kind'],
  asked: AskedByMailbox,
  actor: Actor,
): Promise<Done> {
  switch (kind) {
    case 'erasure':
      return eraseAsked(deps, asked, actor)
    case 'objection':
      return objectAsked(deps, asked, actor)
    case 'blocking':
      return blockAsked(deps, asked, actor)
    case 'correction':
    case 'access':
    case 'portability':
      // The answer of a reading is in the append of the request; a correction comes by the form.
      throw new Error(`request ${asked.requestId}: ${kind} without its answer`)
  }
}

/** The process that got the call may be erasing an account for as long. */
const CALL_MS_MAX = 25_000
const PREFIX = requestStream('')

/** Completes what a process left half done that got the call and died. */
export const mailboxRequestReaction = (
  deps: MailboxActsDeps & { readonly pause: (ms: number) => Promise<unknown> },
): Reaction => ({
  name: 'mailbox-request',
  types: ['RequestReceived'],
  isNeverSkipped: true,
  react: async (_context, { stream, meta, data }) => {
    // A correction of before is left to an administrator.
    if (data.channel !== 'mailbox' || data.kind === 'correction') return
    const requestId = stream.slice(PREFIX.length)
    if ((await loadRequest(deps, requestId)).status !== 'open') return
    const leftMs = CALL_MS_MAX - (deps.now().getTime() - Date.parse(meta.occurredAt))
    if (leftMs > 0) await deps.pause(Math.min(CALL_MS_MAX, leftMs))
    if ((await loadRequest(deps, requestId)).status !== 'open') return
    await finishMailboxRequest(deps, requestId, meta.actor)
  },
})
