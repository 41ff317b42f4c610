import type { Actor } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { shred, type Erasing } from './shred.ts'

const ATTEMPTS_MAX = 5

/** Also without texts: the log then says from where on the id is new. @throws Refusal unavailable while texts come */
export async function eraseVisitor(
  deps: Erasing,
  visitor: { readonly profileId: string; readonly visitorId: string },
  actor: Actor,
): Promise<void> {
  const subject = visitorSubject(visitor.profileId, visitor.visitorId)
  await deps.keys.forWriting(subject)
  await shredUntilGone(deps, subject, actor)
}

/** For words that may be written at this moment; does nothing twice. @throws Refusal unavailable while more come */
export async function shredUntilGone(deps: Erasing, subject: string, actor: Actor): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await shred(deps, subject, actor)
    // Texts sent in between have a key of their own, and read models drop them with this SubjectErased.
    if (!(await deps.keys.idsOf([subject])).has(subject)) return
  }
  throw new Refusal('unavailable')
}
