import { isStoreError, type AppendResult } from '@app/contracts/event-store.ts'
import { signInsStream, type signedIn } from '@app/contracts/accounts/events.ts'
import type { EventOf } from '@app/contracts/events/define.ts'
import { append, envelop } from '../kernel/commands.ts'
import { causeBy, type CommandContext } from '../kernel/command-context.ts'

type Method = EventOf<typeof signedIn>['data']['method']

const NEWS_AFTER_MS = 10 * 60_000

/** One event per ten minutes at most: whoever signs in again and again makes no history. */
export async function recordSignIn(
  deps: CommandContext,
  accountId: string,
  method: Method,
): Promise<AppendResult | undefined> {
  const stream = signInsStream(accountId)
  const [last] = await deps.store.log.readStream(stream, { direction: 'backward', limit: 1 })
  const since = deps.now().getTime() - NEWS_AFTER_MS
  if (last !== undefined && Date.parse(last.meta.occurredAt) > since) return undefined
  const cause = causeBy(deps, { kind: 'owner', id: accountId })
  const event = envelop({ type: 'SignedIn', data: { method } }, deps.newId(), cause)
  // Somebody who signs in at the same moment is no news either.
  return append(deps.store, stream, last?.revision ?? 'noStream', [event]).catch(unlessConflict)
}

function unlessConflict(error: unknown): undefined {
  if (!isStoreError(error, 'Conflict')) throw error
}
