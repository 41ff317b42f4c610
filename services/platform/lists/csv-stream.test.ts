import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { csvOf, sendChunks } from './csv-stream.ts'

test('pages are read only as fast as the receiver reads', async () => {
  let fetched = 0
  async function* pages() {
    for (; fetched < 1_000; fetched += 1) yield [['x'.repeat(10_000)]]
  }
  const to = new PassThrough()
  const gone = new AbortController()
  const sent = sendChunks(to, csvOf(['A'], pages()), gone.signal)
  await new Promise((resolve) => to.once('readable', resolve))
  gone.abort()
  await expect(sent).rejects.toThrow('abort')
  expect(fetched).toBeLessThan(100)
})
