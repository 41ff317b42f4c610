import { afterEach, expect, test } from 'vitest'
import { readLive, type LiveReader } from './testing/live-reader.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

/** All of the database is out of reach: event log, vault and read models. */
const api = useTestApi({ proxied: 'everything' })

const BEATS = 5
const OUTAGES = {
  frozen: () => api.proxy.freeze(),
  stopped: () => api.proxy.stop(),
} as const

let reader: LiveReader
afterEach(async () => {
  reader.leave()
  await restore()
})
async function restore(): Promise<void> {
  await api.proxy.start()
  api.proxy.thaw()
}

const tap = (slug: string, n: number) => api.call(`/api/public/profile/${slug}?u=${uuid(0xa00 + n)}&s=qr`)

test.each(['frozen', 'stopped'] as const)(
  'while the whole database is %s a stream stays, and sends all new facts once it is back',
  async (outage) => {
    await eventually(async () => expect((await api.call('/readyz')).status).toBe(200))
    const { id, slug } = await api.newProfile(`outage-${outage}`)
    const seen = await tap(slug, 1)
    expect(seen.status).toBe(200)
    await api.settle()
    reader = await readLive(api.url, { profileId: id, token: api.owner.token })
    expect(await reader.next()).toMatchObject({ type: 'opened', people: 1 })
    await OUTAGES[outage]()
    const pending = await tap(slug, 2)
    expect([pending.status, pending.headers.get('tap-status')]).toEqual([200, 'pending'])
    const beats = reader.heartbeats()
    await expect.poll(() => reader.heartbeats()).toBeGreaterThan(beats + BEATS)
    expect([reader.isClosed(), reader.messages.length]).toEqual([false, 1])
    await restore()
    // Each read model follows by itself: one that has no facts may come first.
    let message = await reader.next()
    if (message.type === 'moved' && message.facts.length === 0) message = await reader.next()
    expect(message).toMatchObject({ type: 'moved', facts: [{ source: 'qr' }] })
  },
)
