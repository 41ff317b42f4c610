import type { Actor } from '@app/contracts/event-store.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { shredUntilGone } from '../erasures/erase-visitor.ts'
import type { ShredDeps } from '../erasures/shred.ts'
import type { Reaction } from '../reactions/follow-reaction.ts'
import { doneText } from './request-texts.ts'
import { answerOnce, loadRequest } from './requests.ts'

export interface FulfilDeps extends ShredDeps {
  readonly publicUrl: string
}

/**
 * Does what was asked once somebody has confirmed who asks, and answers. May be repeated: an erased visitor is erased once,
 * and the first answer stays.
 */
export async function fulfilConfirmed(deps: FulfilDeps, requestId: string, actor: Actor): Promise<void> {
  const state = await loadRequest(deps, requestId)
  if (state.status !== 'open' || !state.isConfirmed || state.about === undefined) return
  const { kind } = state.received
  if (kind === 'erasure') await shredUntilGone(deps, state.about, actor)
  await answerOnce(deps, requestId, { outcome: 'done', answer: doneText(kind, deps.publicUrl) }, actor)
}

const PREFIX = requestStream('')

/** Finishes what a process that died left between a confirmation and its answer. */
export const fulfilmentReaction = (deps: FulfilDeps): Reaction => ({
  name: 'request-fulfilment',
  types: ['RequestConfirmed'],
  isNeverSkipped: true,
  react: (context, { stream, meta }) =>
    fulfilConfirmed({ ...deps, ...context }, stream.slice(PREFIX.length), meta.actor),
})
