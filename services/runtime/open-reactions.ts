import { randomInt } from 'node:crypto'
import { shred } from '@app/processes/erasures/shred.ts'
import { slugReaction } from '@app/processes/reactions/finish-slug-change.ts'
import type { Reaction, Trouble } from '@app/processes/reactions/follow-reaction.ts'
import { REACTIONS, startReactions } from '@app/processes/reactions/reactions.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { deletionReaction } from '@app/reminders/cancel-on-deletion.ts'
import { conversionReaction } from '@app/reminders/convert-on-download.ts'
import type { ProductDeps } from './product-deps.ts'

/** Completes follow-ups in a second stream, and erasures, after a crash. */
export function openReactions(
  { backend, besideDatabase: { ledger }, log, onStop }: ProductDeps,
  progress: ProjectionProgress,
  erasureReactions: readonly Reaction[],
): void {
  const { app: db, store, keys, names, now, monotonicMs, newId } = backend
  const rows = { db: backend.reader, progress }
  const following = {
    db,
    store,
    names,
    now,
    monotonicMs,
    newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    onTrouble: ({ reaction, error, passedOver, heldUpAt }: Trouble) =>
      log.warn(
        { reaction, err: error, passedOver: passedOver?.toString(), heldUpAt: heldUpAt?.toString() },
        'reaction trouble',
      ),
  }
  const shredding = { store, keys, ledger, now, newId }
  const all = [
    ...REACTIONS,
    slugReaction({ shred: (subject, actor) => shred(shredding, subject, actor) }),
    conversionReaction(rows),
    deletionReaction(rows),
    ...erasureReactions,
  ]
  const reactions = startReactions(following, all)
  onStop(reactions.stop)
}
