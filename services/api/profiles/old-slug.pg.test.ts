import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { statusOfRaw } from '../../../tests/support/api/test-client.ts'
import { renameSlug, uuid, write } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** A lookup is remembered for less than this. */
const LOOKUP_MS = 2_000

describe('an old address leads to the new one for ever', () => {
  test('for a tap, whose answer has the new one [SCR-4]', async () => {
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

  test('for a page, with all of its query [SCR-4]', async () => {
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
      const { status, headers } = await api.call(path)
      expect([path, status, headers.get('location'), headers.get('cache-control')]).toEqual([
        path,
        307,
        location,
        'no-store',
      ])
    }
    expect((await api.call('/pages/now-c')).status).toBe(200)
  })

  test('and never to another site [ACC-20]', async () => {
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

describe('a chain of redirects ends at the page', () => {
  type Kept = Map<string, string>
  const REDIRECTS_MAX = 20

  async function answerOf(address: string): Promise<{ readonly page?: string; readonly location?: string }> {
    const response = await api.call(address)
    if (response.status !== 200) return { location: response.headers.get('location') ?? `${response.status}` }
    return { page: (await response.text()).match(/rel="canonical" href="([^"]+)"/)![1]! }
  }

  /** Each address is fetched once: between two changes it has one answer. */
  function answersOfNow(): typeof answerOf {
    const answers = new Map<string, ReturnType<typeof answerOf>>()
    return (address) => {
      const answer = answers.get(address) ?? answerOf(address)
      answers.set(address, answer)
      return answer
    }
  }

  /** Follows like a browser, which does not request permanent redirects again. */
  async function opened(address: string, kept: Kept, answer = answerOf): Promise<string> {
    const chain = [address]
    for (let at = address; chain.length <= REDIRECTS_MAX; chain.push(at)) {
      const { page, location = '' } = kept.has(at) ? {} : await answer(at)
      if (page !== undefined) return page
      at = kept.get(at) ?? location
    }
    return `too many redirects: ${chain.join(' ')}`
  }

  /** Like the answers of versions before 0085: 308 without Cache-Control. */
  const keepAsBefore = (kept: Kept, former: string, current: string, query: string): unknown =>
    former !== current && kept.set(`/pages/${former}${query}`, `/pages/${current}${query}`)

  const isClosedCircle = (address: string, kept: Kept): boolean => {
    const seen = new Set<string>()
    for (let at: string | undefined = address; at !== undefined; at = kept.get(at)) {
      if (seen.has(at)) return true
      seen.add(at)
    }
    return false
  }

  test('whatever came before, also in a browser that keeps former redirects for ever [SCR-4]', async () => {
    const slugs = ['a', 'b', 'c'].map((end) => `walk-${end}`)
    let profile = await api.newProfile(slugs[0]!)
    const had = new Set<string>([profile.slug])
    // Each opens one address in each state, or none: all that a browser can have kept of three states.
    const kinds = Array.from({ length: 27 }, (_, at) => at)
    const browsers = ['', '?s=nfc'].flatMap((query) =>
      kinds.map((at) => ({ query, at, kept: new Map() as Kept })),
    )
    for (const [step, next] of [1, 0, 2, 1, 0, 1, 2, 0].entries()) {
      profile = await renameSlug(api.store, api.clock.now(), profile, slugs[next]!)
      had.add(profile.slug)
      await api.settle()
      api.clock.advance(LOOKUP_MS)
      // A slow look-up is answered by the former value.
      for (const slug of had)
        await expect
          .poll(async () => (await api.call(`/pages/${slug}`)).headers.get('location') ?? slug)
          .toContain(profile.slug)
      const ends = new Set<string>()
      const answer = answersOfNow()
      for (const { query, at, kept } of browsers) {
        for (const slug of had)
          if (!isClosedCircle(`/pages/${slug}${query}`, kept))
            ends.add(await opened(`/pages/${slug}${query}`, kept, answer))
        const openedBefore = slugs[Math.trunc(at / 3 ** (step % 3)) % 3]!
        if (had.has(openedBefore)) keepAsBefore(kept, openedBefore, profile.slug, query)
      }
      expect([...ends]).toEqual([expect.stringMatching(new RegExp(`/pages/${profile.slug}$`))])
    }
  })

  test('where another process still takes a former slug for the present one', async () => {
    const first = await api.newProfile('view-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'view-b')
    await renameSlug(api.store, api.clock.now(), second, 'view-a')
    await api.settle()
    const { status, headers } = await api.call('/pages/view-b?s=qr')
    expect([status, headers.get('location')]).toEqual([307, '/pages/view-a?s=qr&led=1'])
    // That process would redirect the browser back; redirected here, it gets the page.
    const shown = await api.call('/pages/view-b?s=qr&led=1')
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('/pages/view-a"')])
  })

  test('of forms as of pages', async () => {
    const first = await api.newProfile('form-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'form-b')
    await renameSlug(api.store, api.clock.now(), second, 'form-a')
    await api.settle()
    const { status, headers } = await api.call('/pages/form-b/recordatorio')
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      307,
      '/pages/form-a/recordatorio?led=1',
      'no-store',
    ])
    expect((await api.call('/pages/form-a/recordatorio?led=1')).status).toBe(200)
  })

  test('and files and pictures of a former slug are answered themselves', async () => {
    const first = await api.newProfile('file-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'file-b')
    await renameSlug(api.store, api.clock.now(), second, 'file-a')
    await api.settle()
    for (const slug of ['file-a', 'file-b'])
      for (const path of [
        `/pages/${slug}/qr.svg`,
        `/pages/${slug}/qr.png`,
        `/pages/${slug}/preview.jpg`,
        `/profile/${slug}/vcf`,
        `/api/profile/${slug}/vcf`,
        `/api/public/profile/${slug}`,
      ])
        expect([path, (await api.call(path)).status]).toEqual([path, 200])
  })
})
