import type { AppendResult } from '@app/contracts/event-store.ts'
import { REQUESTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { CommandContext } from '../command-context.ts'
import { counterOf } from '../reminders/subscribe.ts'
import { handleRequest, loadRequest, type ReceivedRequest } from './requests.ts'

const TOO_OFTEN =
  'Este correo ya pidió demasiadas veces hoy. Inténtalo mañana, o pide el enlace a ese correo.'

export interface ReceiveDeps extends CommandContext {
  readonly ids: Pick<SubscriptionIds, 'address' | 'suppression'>
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
}

export interface FormRequest {
  readonly requestId: string
  readonly request: Pick<ReceivedRequest, 'kind' | 'profileId' | 'name' | 'phone'> & {
    readonly email: string
    /** About when, in the person's own words. */
    readonly when: string
    readonly words: string
  }
}

/**
 * @returns undefined where it was recorded before
 * @throws Refusal too-many where the address was typed too often today, whether anything is kept of it or not
 */
export async function receiveRequest(
  deps: ReceiveDeps,
  { requestId, request }: FormRequest,
): Promise<AppendResult | undefined> {
  // A repeated call must not take another unit.
  if ((await loadRequest(deps, requestId)).status !== 'unknown') return undefined
  const { when, words, ...given } = request
  const { isTaken } = await deps.counters.take(
    counterOf('requests of mailbox', deps.ids.suppression(request.email)),
    REQUESTS_OF_MAILBOX,
  )
  if (!isTaken) throw new Refusal('too-many', TOO_OFTEN, { retryAfterSeconds: REQUESTS_OF_MAILBOX.seconds })
  const received: ReceivedRequest = {
    ...given,
    channel: 'form',
    proof: 'none',
    mailboxId: deps.ids.address(request.email),
    words: words === '' ? when : `${when}\n${words}`,
  }
  const command = { type: 'Receive', request: received } as const
  return (await handleRequest(deps, requestId, command, { kind: 'visitor', id: requestId })).appended
}

/** What `receiveRequest` put into one paragraph. */
export function partsOfWords(words: string): { readonly when: string; readonly words: string } {
  const end = words.indexOf('\n')
  return end === -1 ? { when: words, words: '' } : { when: words.slice(0, end), words: words.slice(end + 1) }
}
