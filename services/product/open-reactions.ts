import { loginReaction } from '../accounts/claim-identity.ts'
import { emailReaction } from '../accounts/change-email.ts'
import { blockReaction } from '../privacy/rights/block-subject.ts'
import { evenFrozen } from '../kernel/codec.ts'
import { shred } from '../privacy/erasures/shred.ts'
import { slugReaction } from '../profiles/change-slug.ts'
import { startReactions, type Reaction } from '../kernel/reaction.ts'
import { REACTIONS } from '../accounts/reactions.ts'
import { deletionReaction, conversionReaction } from '../reminders/ending-reactions.ts'
import { blockDepsOf } from './backend/erasing-deps.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Completes follow-ups in a second stream, and erasures, after a crash. */
export function openReactions(
  { backend, besideDatabase, waitFor, polls, log, onStop, tuning }: Ctx,
  erasureReactions: readonly Reaction[],
  requestMail: Parameters<typeof emailReaction>[0],
): void {
  const { projector: db, store, keys, names, now, newId } = backend
  const rows = { db: backend.reader, waitFor }
  const following = {
    db,
    polls,
    store,
    names,
    now,
    newId,
    ...(tuning?.reactionGraceMs === undefined ? {} : { graceMs: tuning.reactionGraceMs }),
    onTrouble: (reaction: string, error: Error) => log.warn({ reaction, err: error }, 'reaction trouble'),
  }
  const shredding = {
    store: evenFrozen(store),
    keys,
    ledger: besideDatabase.ledger,
    now,
    newId,
  }
  const reactions = startReactions(following, [
    ...REACTIONS,
    conversionReaction(rows),
    deletionReaction(rows),
    blockReaction(blockDepsOf(backend, besideDatabase)),
    ...erasureReactions,
  ])
  // Slugs, e-mails and logins are words of a person: their claims are finished although nobody may read them.
  const ofWords = startReactions({ ...following, store: evenFrozen(store) }, [
    slugReaction({ shred: (subject, actor) => shred(shredding, subject, actor) }),
    loginReaction,
    emailReaction(requestMail),
  ])
  onStop(async () => void (await Promise.all([reactions.stop(), ofWords.stop()])))
}
