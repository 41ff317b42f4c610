import { randomInt } from 'node:crypto'
import type { Log } from '@app/observability/log.ts'
import { startReactions } from '@app/processes/reactions/reactions.ts'
import type { Backend } from './open-backend.ts'

/** Finishes what spans two streams and was left half done. */
export function react({
  backend,
  log,
  onStop,
}: {
  readonly backend: Backend
  readonly log: Log
  readonly onStop: (close: () => Promise<void>) => void
}): void {
  const reactions = startReactions({
    ...backend,
    db: backend.app,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    onTrouble: ({ reaction, error, passedOver }) =>
      log.warn({ reaction, err: error, passedOver: passedOver?.toString() }, 'reaction trouble'),
  })
  onStop(reactions.stop)
}
