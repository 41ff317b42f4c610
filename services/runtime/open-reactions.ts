import { randomInt } from 'node:crypto'
import { loginReaction } from '@app/processes/accounts/claim-identity.ts'
import { emailReaction } from '@app/processes/accounts/change-email.ts'
import { blockReaction } from '@app/processes/rights/block-subject.ts'
import { shred } from '@app/processes/erasures/shred.ts'
import { slugReaction } from '@app/processes/profiles/change-slug.ts'
import type { Reaction, Trouble } from '@app/processes/reactions/follow-reaction.ts'
import { REACTIONS, startReactions } from '@app/processes/reactions/reactions.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { deletionReaction, conversionReaction } from '@app/reminders/ending-reactions.ts'
import { blockDepsOf } from './backend/erasing-deps.ts'
import type { ProductDeps } from './product-deps.ts'

/** Completes follow-ups in a second stream, and erasures, after a crash. */
export function openReactions(
  { backend, besideDatabase, log, onStop, tuning }: ProductDeps,
  progress: ProjectionProgress,
  erasureReactions: readonly Reaction[],
  requestMail: Parameters<typeof emailReaction>[0],
): void {
  const { app: db, store, evenBlocked, names, now, monotonicMs, newId } = backend
  const rows = { db: backend.reader, progress }
  const following = {
    db,
    store,
    names,
    now,
    monotonicMs,
    newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    ...(tuning?.reactionGraceMs === undefined ? {} : { graceMs: tuning.reactionGraceMs }),
    onTrouble: ({ reaction, error, passedOver, heldUpAt }: Trouble) =>
      log.warn(
        { reaction, err: error, passedOver: passedOver?.toString(), heldUpAt: heldUpAt?.toString() },
        'reaction trouble',
      ),
  }
  const shredding = { ...evenBlocked, ledger: besideDatabase.ledger, now, newId }
  const reactions = startReactions(following, [
    ...REACTIONS,
    conversionReaction(rows),
    deletionReaction(rows),
    blockReaction(blockDepsOf(backend, besideDatabase)),
    ...erasureReactions,
  ])
  // Slugs, e-mails and logins are words of a person: their claims are finished although nobody may read them.
  const ofWords = startReactions({ ...following, store: evenBlocked.store }, [
    slugReaction({ shred: (subject, actor) => shred(shredding, subject, actor) }),
    loginReaction,
    emailReaction(requestMail),
  ])
  onStop(async () => void (await Promise.all([reactions.stop(), ofWords.stop()])))
}
