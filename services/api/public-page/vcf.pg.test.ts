import { describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'
import { LATER_MS } from './recorder.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const MARIA = { name: 'María José', lastname: "González (O'Higgins)", email: 'maria@empresa.example' }
const SETTLE_MS = 10_000
const JPEG = Buffer.from('/9j/4AAQSkZJRgABAQ==', 'base64')

const vcf = (slug: string, query = '', init?: CallInit) =>
  api.call(`/api/profile/${slug}/vcf${query === '' ? '' : `?${query}`}`, init)

test('the contact is delivered as phones want it, by both addresses [SCR-7]', async () => {
  const slug = 'maria'
  const { id } = await api.newProfile(slug, { details: MARIA })
  for (const path of [`/api/profile/${slug}/vcf`, `/profile/${slug}/vcf`]) {
    const response = await api.call(path)
    expect([path, response.status]).toEqual([path, 200])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': `attachment; filename="${slug}.vcf"; filename*=UTF-8''Mar%C3%ADa%20Jos%C3%A9%20Gonz%C3%A1lez%20%28O%27Higgins%29.vcf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'tap-status': 'recorded',
    })
    const text = await response.text()
    expect(text.startsWith('BEGIN:VCARD\r\nVERSION:3.0\r\n')).toBe(true)
    expect(text.endsWith('END:VCARD\r\n')).toBe(true)
    expect(text).toContain("\r\nN:González (O'Higgins);María José;;;\r\n")
    expect(text).toContain(`\r\nitem1.URL:${PUBLIC_URL}/pages/${slug}\r\n`)
    api.clock.advance(61_000)
  }
  expect(await api.figures(id)).toMatchObject({ vcf_downloads: 2, total_visits: 0 })
})

describe('a contact is saved when the file is delivered', () => {
  test('neither HEAD, a later part, a robot, a prefetch nor the owner count, and two within 60 seconds count once', async () => {
    const { id, slug } = await api.newProfile('once-a-minute')
    const query = `u=${ANA}`
    expect(await (await vcf(slug, query, { method: 'HEAD' })).text()).toBe('')
    await vcf(slug, query, { headers: { range: 'bytes=100-' } })
    await vcf(slug, query)
    api.clock.advance(60_000)
    // Android's download manager requests the file again, with another user agent.
    await vcf(slug, query, { headers: { 'user-agent': 'AndroidDownloadManager/14 (Linux; U; Android 14)' } })
    await vcf(slug, query)
    api.clock.advance(1_000)
    // The first part of the file is its delivery.
    await vcf(slug, query, { headers: { range: 'bytes=0-' } })
    await vcf(slug, '', { headers: { 'user-agent': 'curl/8.5.0' } })
    await vcf(slug, '', { headers: { 'sec-purpose': 'prefetch' } })
    await vcf(slug, '', { token: api.owner.token })
    expect(await api.figures(id)).toMatchObject({
      vcf_downloads: 2,
      excluded_by_reason: { downloads: { preview: 3, repeat: 1, robot: 2, own: 1 } },
    })
  })

  test('a link carries no token: who confirms the download first, signed in, makes it their own', async () => {
    const { id, slug } = await api.newProfile('vcf-confirmed')
    const confirm = (n: number, token?: string) =>
      api.post(
        `/api/public/track/${id}`,
        { event_type: 'vcf', event_id: uuid(n), visitor_id: ANA },
        { token },
      )
    expect((await confirm(0x511, api.owner.token)).status).toBe(200)
    expect((await vcf(slug, `e=${uuid(0x511)}&u=${ANA}`)).headers.get('tap-status')).toBe('recorded')
    expect(await api.figures(id)).toMatchObject({
      vcf_downloads: 0,
      excluded_by_reason: { downloads: { own: 1 } },
    })
    // A token that is not the owner's hides nothing, and neither does what comes after the file.
    expect((await confirm(0x512, `${api.owner.token}x`)).status).toBe(200)
    await vcf(slug, `e=${uuid(0x512)}&u=${ANA}`)
    expect((await confirm(0x512, api.owner.token)).status).toBe(200)
    expect(await api.figures(id)).toMatchObject({
      vcf_downloads: 1,
      excluded_by_reason: { downloads: { own: 1 } },
    })
  })

  describe('that the page announces', () => {
    const announced = (n: number) => `e=${uuid(n)}&a=1`
    const announce = (id: string, n: number) =>
      api.post(`/api/public/track/${id}`, {
        event_type: 'vcf',
        event_id: uuid(n),
        visit_id: uuid(n + 0x1000),
        visitor_id: ANA,
        visitor_name: 'Íñigo Montoya',
        source: 'qr',
      })

    test('is one, whose it is, whichever of announcement and file comes first [FIG-6]', async () => {
      const { id, slug } = await api.newProfile('vcf-announced')
      for (const n of [0x520, 0x521]) {
        const steps = [() => announce(id, n), () => vcf(slug, announced(n))]
        if (n === 0x520) steps.reverse()
        for (const step of steps) expect((await step()).status).toBe(200)
        await vcf(slug, `${announced(n)}&foto=0`)
        await api.recorder.stop(SETTLE_MS)
        expect((await api.events(id, 'ContactDownloaded')).at(-1)).toMatchObject({
          id: uuid(n),
          data: { visitorId: ANA, visitorName: 'Íñigo Montoya', source: 'qr' },
        })
        api.clock.advance(61_000)
      }
      expect(await api.events(id, 'ContactDownloaded')).toHaveLength(2)
      const { visitors, ...figures } = await api.figures(id)
      expect(figures).toMatchObject({ vcf_downloads: 2, excluded: { downloads: 0 } })
      expect(visitors).toMatchObject({ 'Íñigo Montoya': { vcf_downloaded: true } })
    })

    test('is recorded as it was delivered where no announcement comes', async () => {
      const { id, slug } = api.profile
      const response = await vcf(slug, announced(0x530))
      expect([response.status, response.headers.get('tap-status')]).toEqual([200, 'pending'])
      expect(await api.events(id, 'ContactDownloaded')).toEqual([])
      const deliveredAt = api.clock.now().toISOString()
      api.clock.advance(LATER_MS)
      await api.recorder.stop(SETTLE_MS)
      expect(await api.events(id, 'ContactDownloaded')).toMatchObject([
        { id: uuid(0x530), meta: { occurredAt: deliveredAt } },
      ])
    })

    test('of a robot, or by HEAD, is recorded at once, under an id of its own', async () => {
      const { id, slug } = await api.newProfile('vcf-announced-head')
      expect((await vcf(slug, announced(0x531), { method: 'HEAD' })).headers.get('tap-status')).toBe(
        'recorded',
      )
      expect(await api.events(id, 'ContactDownloaded')).toHaveLength(1)
      expect((await announce(id, 0x531)).status).toBe(200)
      expect(await api.figures(id)).toMatchObject({ vcf_downloads: 1, excluded: { downloads: 1 } })
    })
  })

  test('the visitor is named by a header, which counts for more than the address of an old page', async () => {
    const { id, slug } = api.demo
    await vcf(slug, `u=${uuid(0xb2)}`, { headers: { 'visitor-id': ANA.toUpperCase() } })
    await vcf(slug, `u=${uuid(0xb3)}`)
    const events = await api.events(id, 'ContactDownloaded')
    expect(events.map(({ data }) => data.visitorId)).toEqual([ANA, uuid(0xb3)])
    await expectRefused(await vcf(slug, '', { headers: { 'visitor-id': 'ana' } }), 422, 'invalid')
  })
})

test('the photo is in the file, ?foto=0 leaves it out, and one that is missing removes itself, not the contact', async () => {
  const ref = 'a'.repeat(32)
  const { id, slug } = await api.newProfile('with-photo', { details: MARIA })
  await write(api.store, api.clock.now(), profileStream(id), [
    { type: 'ProfileImageSet', data: { kind: 'profile-image', ref, width: 400, height: 400 } },
  ])
  await api.settle()
  const missing = await vcf(slug)
  expect([missing.status, await missing.text()]).toEqual([200, expect.not.stringContaining('PHOTO')])
  const size = { width: 400, height: 400 }
  const square = { name: 'square', contentType: 'image/jpeg', ...size, bytes: JPEG } as const
  await api.storedImages.changing(uuid(0x51), (images) =>
    images.keep({ ref, ...size, renditions: [square] }, 'profile-image'),
  )
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${JPEG.toString('base64')}`
  expect(await (await vcf(slug)).text()).toContain(`\r\n${photo}\r\n`)
  expect(await (await vcf(slug, 'foto=1')).text()).toContain(photo)
  const without = await (await vcf(slug, 'foto=0')).text()
  expect(without).not.toContain('PHOTO')
  expect(without).toContain('FN:María José')
  await expectRefused(await vcf(slug, 'foto=2'), 422, 'invalid')
})
