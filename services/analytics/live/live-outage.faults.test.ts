import { expect, test } from 'vitest'
import { readLive } from './testing/live-reader.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

/** All of the database is out of reach: event log, vault and read models. */
const api = useTestApi({ proxied: 'everything' })

test.each(['freeze', 'stop'] as const)(
  'a stream stays while the database answers nothing (%s), and sends all new facts once it is back',
  async (outage) => {
    await eventually(async () => expect((await api.call('/readyz')).status).toBe(200))
    const { id, slug } = await api.newProfile(`outage-${outage}`)
    const first = outage === 'stop' ? 0xb00 : 0xc00
    const tap = (n: number) =>
      api.call(`/api/public/profile/${slug}?u=${uuid(0xa00 + n)}&v=${uuid(first + n)}&s=qr`)
    expect((await tap(1)).status).toBe(200)
    await api.settle()
    const reader = await readLive(api.url, { profileId: id, token: api.owner.token })
    try {
      expect(await reader.next()).toMatchObject({ type: 'opened', people: 1 })
      await api.proxy[outage]()
      expect((await tap(2)).status).toBe(503)
      const beats = reader.heartbeats()
      await expect.poll(() => reader.heartbeats()).toBeGreaterThan(beats + 5)
      expect([reader.isClosed(), reader.messages.length]).toEqual([false, 1])
    } finally {
      await api.proxy.start()
      api.proxy.thaw()
    }
    await eventually(async () => expect((await tap(2)).status).toBe(200))
    // Each read model follows by itself: one that has no facts may come first.
    let message = await reader.next()
    if (message.type === 'moved' && message.facts.length === 0) message = await reader.next()
    expect(message).toMatchObject({ type: 'moved', facts: [{ source: 'qr' }] })
    reader.leave()
  },
)
