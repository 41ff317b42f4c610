import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { eraseSubscriptions, type EraseSubscriptionsDeps } from '../erasures/erase-subscribers.ts'
import { shredUntilGone } from '../erasures/erase-visitor.ts'
import type { KeptSubject } from './kept-subjects.ts'

export interface EraseKeptDeps extends EraseSubscriptionsDeps {
  /** @returns whether it is erased already. @throws Refusal last-administrator, not-found */
  readonly eraseOwn: (accountId: string, actor: Actor) => Promise<boolean>
}

export interface ErasedKept {
  readonly erased: number
  /** An account that is closed, and whose erasure a reaction completes. */
  readonly isClosing: boolean
  /** The account of the last administrator stays. */
  readonly isRefused: boolean
}

const SUBSCRIPTION = subscriptionStream('')
const ACCOUNT = accountStream('')

/** Accounts last: theirs takes seconds. May be repeated after a crash. */
export async function eraseKept(
  deps: EraseKeptDeps,
  kept: readonly KeptSubject[],
  actor: Actor,
): Promise<ErasedKept> {
  const subjectsOf = (...kinds: readonly KeptSubject['kind'][]) =>
    kept.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject)
  const subscriptions = subjectsOf('subscription').map((subject) => subject.slice(SUBSCRIPTION.length))
  await eraseSubscriptions(deps, subscriptions, actor)
  for (const subject of subjectsOf('visitor', 'quotation')) await shredUntilGone(deps, subject, actor)
  let [isClosing, refused] = [false, 0]
  for (const subject of subjectsOf('account')) {
    const outcome = await eraseAccount(deps, subject.slice(ACCOUNT.length), actor)
    if (outcome === 'refused') refused += 1
    if (outcome === 'closing') isClosing = true
  }
  return { erased: kept.length - refused, isClosing, isRefused: refused > 0 }
}

async function eraseAccount(
  { eraseOwn }: EraseKeptDeps,
  accountId: string,
  actor: Actor,
): Promise<'erased' | 'closing' | 'refused'> {
  try {
    return (await eraseOwn(accountId, actor)) ? 'erased' : 'closing'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'last-administrator') return 'refused'
    // It was erased since it was listed.
    if (error.code === 'not-found') return 'erased'
    throw error
  }
}
