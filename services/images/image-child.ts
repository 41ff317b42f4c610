import { setPriority } from 'node:os'
import sharp from 'sharp'
import { TOO_HUNGRY } from './image-head.ts'
import { failureOf, type ImageAnswer, type ImageTask } from './image-messages.ts'
import { watchMemory } from '@app/observability/memory-watch.ts'
import { renderImage } from './rendered-image.ts'

/** The process that decodes what people upload: a codec's crash, or a picture that takes all memory, ends only this. */

const MEMORY_BYTES_MAX = 400_000_000
/** What holds more than this after a picture is replaced before the next one. */
const KEPT_BYTES_MAX = 200_000_000
/** Behind the api, which answers pages, but not so far that a busy machine makes nothing of a picture. */
const PRIORITY = 10

/** Not by process.exit, which waits for threads that are at work. */
const end = (): void => void process.kill(process.pid, 'SIGKILL')

const send = (answer: ImageAnswer): void => void process.send?.(answer, () => answer.last && end())

// Nothing outlives the api, however that ended.
process.on('disconnect', end)
// Ctrl-C reaches both; the api finishes what is under way, and then disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

try {
  setPriority(PRIORITY)
} catch {
  // Where it is not allowed, pictures take their share like all else.
}
// Each upload is another picture, and a second thread for one would be one less for taps.
sharp.cache(false)
sharp.concurrency(1)

// Whoever sends waits for the answer before the next: one picture at a time.
process.on('message', async (task: ImageTask) => {
  const stopWatching = watchMemory(MEMORY_BYTES_MAX, () =>
    send({ refused: { code: 'image-too-large', detail: TOO_HUNGRY }, last: true }),
  )
  const answer = await renderImage(task.bytes, task.kind).then((image) => ({ image }), failureOf)
  stopWatching()
  globalThis.gc?.()
  send({ ...answer, last: process.memoryUsage.rss() > KEPT_BYTES_MAX })
})
process.send?.({ ready: true })
