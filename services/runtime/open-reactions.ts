import { randomInt } from 'node:crypto'
import { startReactions } from '@app/processes/reactions/reactions.ts'
import type { ProductDeps } from './product-deps.ts'

/** Completes follow-ups in a second stream that were left unfinished. */
export function openReactions({ backend, log, onStop }: ProductDeps): void {
  const { app: db, store, names, now, monotonicMs, newId } = backend
  const reactions = startReactions({
    db,
    store,
    names,
    now,
    monotonicMs,
    newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    onTrouble: ({ reaction, error, passedOver }) =>
      log.warn({ reaction, err: error, passedOver: passedOver?.toString() }, 'reaction trouble'),
  })
  onStop(reactions.stop)
}
