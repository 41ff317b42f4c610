import { afterEach, expect, test } from 'vitest'
import { createHashingWorker, type HashingWorker } from './hashing-worker.ts'

/** A worker that answers with the work's name; some works make it exit or throw. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, work }) => {
      if (work === 'exit') process.exit(3)
      if (work === 'throw') throw new Error('out of order')
      if (work !== 'nothing') parentPort.postMessage({ id, result: work })
    })`)}`,
)
const REFUSED = { code: 'unavailable', retryAfterSeconds: 2 }

let hashing: HashingWorker
let nowMs = 0
const deaths: string[] = []
const start = (): void => {
  hashing = createHashingWorker({
    program: MORTAL,
    monotonicMs: () => nowMs,
    onDeath: ({ message }) => deaths.push(message),
  })
}
const run = (work: string): Promise<unknown> =>
  hashing.run({ work }).catch(({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }))
const runAll = (...works: readonly string[]): Promise<readonly unknown[]> => Promise.all(works.map(run))

afterEach(async () => {
  await hashing.stop()
  deaths.length = 0
})

test.each([
  ['exit', 'the worker that hashes passwords ended with 3'],
  ['throw', 'out of order'],
])('a worker’s end by %s refuses all waiting work, and the next work is done', async (end, why) => {
  start()
  expect(await runAll('hash', end, 'hash', 'hash')).toEqual(['hash', REFUSED, REFUSED, REFUSED])
  expect(deaths).toEqual([why])
  expect(await runAll('hash', 'hash')).toEqual(['hash', 'hash'])
})

test('a worker that ends before its first answer is restarted after the time to retry', async () => {
  start()
  expect(await run('exit')).toEqual(REFUSED)
  nowMs += 1_999
  expect(await runAll('hash', 'hash')).toEqual([REFUSED, REFUSED])
  expect(deaths).toHaveLength(1)
  nowMs += 1
  expect(await run('hash')).toBe('hash')
})

test('the late end of a stopped worker does not refuse work of its successor', async () => {
  start()
  const asked = hashing.run({ work: 'nothing' })
  const stopping = hashing.stop()
  await expect(asked).rejects.toThrow('passwords are stopped')
  const next = run('hash')
  await stopping
  expect(await next).toBe('hash')
  expect(deaths).toEqual([])
})
