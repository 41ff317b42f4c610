import { loginReaction } from '@app/processes/accounts/claim-identity.ts'
import { emailReaction } from '@app/processes/accounts/change-email.ts'
import { blockReaction } from '@app/processes/rights/block-subject.ts'
import { evenFrozen } from '@app/kernel/codec.ts'
import { shred } from '@app/processes/erasures/shred.ts'
import { slugReaction } from '@app/processes/profiles/change-slug.ts'
import { startReactions, type Reaction } from '@app/processes/reactions/reaction.ts'
import { REACTIONS } from '@app/processes/reactions/reactions.ts'
import { deletionReaction, conversionReaction } from '@app/reminders/ending-reactions.ts'
import { blockDepsOf } from './backend/erasing-deps.ts'
import type { Ctx } from './ctx.ts'

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
