import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { statusOfRaw } from '../testing/test-client.ts'
import { renameSlug, uuid, write } from '../testing/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** A lookup is remembered for less than this. */
const LOOKUP_MS = 2_000

describe('an old address leads to the new one for ever', () => {
  test('for a tap, whose answer has the new one', async () => {
    const profile = await api.newProfile('old-name')
    await api.call('/api/public/profile/old-name')
    await renameSlug(api.store, api.clock.now(), profile, 'new-name')
    await api.settle()
    api.clock.advance(LOOKUP_MS)
    for (const slug of ['old-name', 'new-name', 'OLD-Name']) {
      expect(
        await (await api.call(`/api/public/profile/${slug}?v=${uuid(0x200 + slug.charCodeAt(0))}`)).json(),
      ).toMatchObject({
        id: profile.id,
        slug: 'new-name',
      })
    }
    expect(await api.events(profile.id, 'ProfileTapped')).toHaveLength(4)
  })

  test('for a page, with all of its query', async () => {
    const first = await api.newProfile('once-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'then-b')
    await renameSlug(api.store, api.clock.now(), second, 'now-c')
    await api.settle()
    for (const [path, location] of [
      ['/pages/once-a', '/pages/now-c'],
      ['/pages/then-b?s=qr', '/pages/now-c?s=qr'],
      ['/pages/once-a?s=nfc&r=a%26b', '/pages/now-c?s=nfc&r=a%26b'],
      ['/pages/once-a?r=https://x.example/?a=1', '/pages/now-c?r=https://x.example/?a=1'],
      ['/pages/ONCE-A?s=qr', '/pages/now-c?s=qr'],
      ['/pages/Now-C', '/pages/now-c'],
    ] as const) {
      const response = await api.call(path)
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 308, location])
    }
    expect((await api.call('/pages/now-c')).status).toBe(200)
  })

  test('and never to another place', async () => {
    for (const path of [
      '/pages//evil.example',
      '/pages/%2f%2fevil.example',
      '/pages/https:%2f%2fevil.example',
    ]) {
      expect([path, await statusOfRaw(api.url, path)]).toEqual([path, 404])
    }
  })

  test('but not when the profile is inactive', async () => {
    const profile = await api.newProfile('moved-a', { id: uuid(0x901) })
    await renameSlug(api.store, api.clock.now(), profile, 'moved-b')
    await write(api.store, api.clock.now(), profileStream(profile.id), [
      { type: 'ProfileDeactivated', data: {} },
    ])
    await api.settle()
    expect((await api.call('/pages/moved-a')).status).toBe(404)
  })
})
