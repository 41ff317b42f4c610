import { createRecorder, type Recorder } from '@app/api/public-page/recorder.ts'
import type { ProductDeps } from './product-deps.ts'

const PENDING_MS_MAX = 2_000

export function openRecorder({ metrics, log, say, onStop }: ProductDeps): Recorder {
  const recorder = createRecorder({
    onPending: (pending) => metrics.pendingFacts.set(pending),
    onDropped: () => metrics.droppedFacts.inc(),
    onLost: (error) => log.warn({ err: error }, 'a pending tap could not be recorded'),
  })
  onStop(async () => {
    const lost = await recorder.stop(PENDING_MS_MAX)
    if (lost > 0) say(`${lost} toques no alcanzaron a guardarse.`)
  })
  return recorder
}
