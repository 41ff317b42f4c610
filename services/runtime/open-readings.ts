import { createReadingRecorder, type RecordReading } from '@app/api/history/record-reading.ts'
import type { ProductDeps } from './product-deps.ts'

const CLOSED_EVERY_MS = 60_000

/** Further filters of an hour wait in memory until it is over, or the product stops. */
export function openReadings({ backend, log, onStop }: ProductDeps): RecordReading {
  const { record, closeHours, stop } = createReadingRecorder(backend)
  const onTrouble = (error: unknown) =>
    log.warn({ err: error }, 'readings of the history could not be listed')
  const timer = setInterval(() => void closeHours().catch(onTrouble), CLOSED_EVERY_MS)
  timer.unref()
  onStop(async () => {
    clearInterval(timer)
    await stop().catch(onTrouble)
  })
  return record
}
