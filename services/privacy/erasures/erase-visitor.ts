import type { Actor } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/taps/interaction-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { shred, type ShredDeps } from './shred.ts'

const ATTEMPTS_MAX = 5

/**
 * Also a visitor without texts and key: the log then has the position from which on the id is new.
 * @throws Refusal unavailable while the visitor keeps sending texts
 */
export async function eraseVisitor(
  deps: ShredDeps,
  visitor: { readonly profileId: string; readonly visitorId: string },
  actor: Actor,
): Promise<void> {
  const subject = visitorSubject(visitor.profileId, visitor.visitorId)
  await deps.keys.forWriting(subject)
  await shredUntilGone(deps, subject, actor)
}

/**
 * For a subject whose words may be written at this moment; does nothing more to one that it has erased before.
 * @throws Refusal unavailable while more come
 */
export async function shredUntilGone(deps: ShredDeps, subject: string, actor: Actor): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await shred(deps, subject, actor)
    // Texts sent in between have a key of their own, and read models drop them with this SubjectErased.
    if (!(await deps.keys.idsOf([subject])).has(subject)) return
  }
  throw new Refusal('unavailable')
}
