import { randomInt } from 'node:crypto'
import type { Reaction, Trouble } from '@app/processes/reactions/follow-reaction.ts'
import { REACTIONS, startReactions } from '@app/processes/reactions/reactions.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import { deletionReaction } from '@app/reminders/cancel-on-deletion.ts'
import { conversionReaction } from '@app/reminders/convert-on-download.ts'
import type { ProductDeps } from './product-deps.ts'

/** Completes follow-ups in a second stream that were left unfinished, and erasures. */
export function openReactions(
  { backend, log, onStop }: ProductDeps,
  progress: ProjectionProgress,
  erasureReaction: Reaction,
): void {
  const { app: db, store, names, now, monotonicMs, newId } = backend
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
  const all = [...REACTIONS, conversionReaction(rows), deletionReaction(rows), erasureReaction]
  const reactions = startReactions(following, all)
  onStop(reactions.stop)
}
