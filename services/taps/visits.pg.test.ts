import { describe, expect, test } from 'vitest'
import { publicProfile } from '@app/contracts/profile-calls.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { recorded, TRACK_TYPES } from '@app/contracts/taps.ts'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, answerOf, PHONE, type CallInit } from '../../tests/support/api/test-client.ts'
import { uuid } from '../../tests/support/api/test-log.ts'
import { NETWORKS } from '@app/contracts/traffic/kinds.ts'
import { PUBLIC_URL } from '../../tests/support/api/test-backend.ts'
import { REPEAT_TAP_MS } from '@app/contracts/traffic/shares.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const WHATSAPP = 'WhatsApp/2.23.18.78 i'

const tap = (slug: string, query = '', init?: CallInit) =>
  api.call(`/api/public/profile/${slug}${query === '' ? '' : `?${query}`}`, init)

test('a tap is recorded, of whom a header names, and its answer is the public profile, which nobody may keep', async () => {
  const { id, slug } = await api.newProfile('first-tap')
  const response = await tap(slug, 's=nfc', { headers: { 'visitor-id': ANA } })
  expect(response.status).toBe(200)
  expect(response.headers.get('tap-status')).toBe('recorded')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = (await response.json()) as object
  expect(publicProfile.parse(body)).toMatchObject({ id, slug })
  expect(Object.keys(body).sort()).toEqual(Object.keys(publicProfile.shape).sort())
  expect(JSON.stringify(body)).not.toMatch(/"(?:visits|owner\w*|user_\w+|is_active|created_at)"/)
  expect(await api.events(id, 'ProfileTapped')).toMatchObject([{ data: { visitorId: ANA } }])
  const sources = { nfc: 1, qr: 0, link: 0 }
  expect(await api.figures(id)).toMatchObject({ total_visits: 1, unique_visitors: 1, sources })
})

test('a request without a person is recorded, and not counted: a robot, a preview, the owner, an administrator [FIG-7, FIG-8]', async () => {
  const sent = (headers: Readonly<Record<string, string>>): CallInit => ({ headers })
  const cases: Readonly<Record<string, readonly CallInit[]>> = {
    robot: [
      sent({ 'user-agent': 'curl/8.5.0' }),
      sent({ 'user-agent': '' }),
      sent({ 'user-agent': WHATSAPP }),
    ],
    preview: [
      { method: 'HEAD' },
      sent({ 'sec-purpose': 'prefetch;prerender' }),
      sent({ purpose: 'preview' }),
      sent({ 'x-purpose': 'preview' }),
      sent({ 'x-moz': 'prefetch' }),
    ],
    own: [{ token: api.owner.token }, { token: api.admin.token }],
  }
  const { id, slug } = await api.newProfile('no-person')
  const all = Object.values(cases).flat()
  for (const [n, init] of all.entries()) {
    const { status } = await tap(slug, `u=${uuid(0xc10 + n)}`, init)
    expect([init, status]).toEqual([init, 200])
  }
  // On a busy machine they are answered before they are recorded.
  await expect.poll(() => api.events(id, 'ProfileTapped')).toHaveLength(all.length)
  expect(await api.figures(id)).toMatchObject({
    total_visits: 0,
    excluded: { visits: all.length, clicks: 0, downloads: 0 },
    excluded_by_reason: { visits: { robot: 3, preview: 5, own: 2 } },
  })
})

const track = (profileId: string, body: unknown, init?: CallInit) =>
  api.post(`/api/public/track/${profileId}`, body, init)

test('each type is recorded durably, answers its event id, and counts under its network', async () => {
  const { id } = await api.newProfile('all-types')
  const ids: string[] = []
  for (const event_type of TRACK_TYPES) {
    const response = await track(id, { event_type, visitor_id: ANA })
    expect(response.status).toBe(200)
    ids.push(recorded.strict().parse(await response.json()).event_id)
  }
  const stored = await api.events(id, 'LinkClicked', 'ContactDownloaded')
  expect(stored.map((event) => event.id)).toEqual(ids)
  const figures = await api.figures(id)
  expect(figures.social_clicks).toEqual(Object.fromEntries(NETWORKS.map((network) => [network, 1])))
  expect(figures).toMatchObject({ social_clicks_total: NETWORKS.length, vcf_downloads: 1, total_visits: 0 })
})

test('a body that is not JSON by its type is refused, as a form of another site could send it [ACC-15]', async () => {
  const head = await api.bare.headPosition()
  const body = JSON.stringify({ event_type: 'click_email' })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json']) {
    const headers = { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    await expectRefused(await track(api.profile.id, body, { headers }), 415, 'unsupported-media')
  }
  const path = `/api/public/track/${api.profile.id}`
  for (const more of [{ body: Buffer.from(body) }, {}])
    await expectRefused(await api.call(path, { method: 'POST', ...more }), 415, 'unsupported-media')
  expect(await api.bare.headPosition()).toBe(head)
})

test('unknown, inactive and malformed profile ids get the same answer', async () => {
  const off = await api.newProfile('inactive')
  await api.write(profileStream(off.id), { type: 'ProfileDeactivated', data: {} })
  const answers = new Set<string>()
  for (const id of [off.id, uuid(0x7ff), 'demo', '%00', '..%2f..'])
    answers.add(JSON.stringify(await answerOf(await track(id, { event_type: 'click_email' }))))
  expect([...answers]).toEqual([expect.stringMatching(/"status":404.*profile-not-found/)])
})

const MARIA = { name: 'María José', lastname: "González (O'Higgins)", email: 'maria@empresa.example' }

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
      track(id, { event_type: 'vcf', event_id: uuid(n), visitor_id: ANA }, { token })
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

  test('that the page announces is one, whose it is, whichever of announcement and file comes first [FIG-6]', async () => {
    const { id, slug } = await api.newProfile('vcf-announced')
    for (const n of [0x520, 0x521]) {
      const announcement = {
        event_type: 'vcf',
        event_id: uuid(n),
        visit_id: uuid(n + 0x1000),
        visitor_id: ANA,
        visitor_name: 'Íñigo Montoya',
        source: 'qr',
      }
      const announced = `e=${uuid(n)}&a=1`
      const steps = [() => track(id, announcement), () => vcf(slug, announced)]
      if (n === 0x520) steps.reverse()
      for (const step of steps) expect((await step()).status).toBe(200)
      await vcf(slug, `${announced}&foto=0`)
      await api.recorder.stop(10_000)
      expect((await api.events(id, 'ContactDownloaded')).at(-1)).toMatchObject({
        id: uuid(n),
        data: { visitorId: ANA, visitorName: 'Íñigo Montoya', source: 'qr' },
      })
      api.clock.advance(61_000)
    }
    expect(await api.events(id, 'ContactDownloaded')).toHaveLength(2)
    expect(await api.figures(id)).toMatchObject({
      vcf_downloads: 2,
      excluded: { downloads: 0 },
      visitors: { 'Íñigo Montoya': { vcf_downloaded: true } },
    })
  })
})

test('the photo is in the file, ?foto=0 leaves it out, and one that is missing removes itself, not the contact', async () => {
  const ref = 'a'.repeat(32)
  const jpeg = Buffer.from('/9j/4AAQSkZJRgABAQ==', 'base64')
  const { id, slug } = await api.newProfile('with-photo', { details: MARIA })
  await api.write(profileStream(id), {
    type: 'ProfileImageSet',
    data: { kind: 'profile-image', ref, width: 400, height: 400 },
  })
  const missing = await vcf(slug)
  expect([missing.status, await missing.text()]).toEqual([200, expect.not.stringContaining('PHOTO')])
  const size = { width: 400, height: 400 }
  const square = { name: 'square', contentType: 'image/jpeg', ...size, bytes: jpeg } as const
  await api.storedImages.changing(uuid(0x51), (images) =>
    images.keep({ ref, ...size, renditions: [square] }, 'profile-image'),
  )
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${jpeg.toString('base64')}`
  expect(await (await vcf(slug)).text()).toContain(`\r\n${photo}\r\n`)
  expect(await (await vcf(slug, 'foto=1')).text()).toContain(photo)
  const without = await (await vcf(slug, 'foto=0')).text()
  expect(without).not.toContain('PHOTO')
  expect(without).toContain('FN:María José')
})

/** The visitor of the last tap. */
async function visitorOf(
  profile: { readonly id: string; readonly slug: string },
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<unknown> {
  const taps = () => api.events(profile.id, 'ProfileTapped')
  const before = (await taps()).length
  expect((await tap(profile.slug, query, { headers })).status).toBe(200)
  // On a busy machine it is answered before its tap is recorded.
  await expect.poll(taps).toHaveLength(before + 1)
  return (await taps()).at(-1)?.data.visitorId
}

describe('without an id the visitor is a hash', () => {
  test('of address and user agent: the same phone is one visitor on a page, and another on another', async () => {
    const profile = await api.newProfile('one-phone')
    const first = await visitorOf(profile)
    expect(await visitorOf(profile)).toBe(first)
    const forged = Object.fromEntries(
      ['x-forwarded-for', 'x-real-ip', 'forwarded'].map((name) => [name, 'for=203.0.113.7']),
    )
    expect(await visitorOf(profile, forged)).toBe(first)
    expect(await visitorOf(api.demo)).not.toBe(first)
    expect(await visitorOf(profile, { 'user-agent': PHONE.replaceAll('18_5', '17_1') })).not.toBe(first)
    api.clock.advance(2 * REPEAT_TAP_MS)
    await visitorOf(profile)
    expect(await api.figures(profile.id)).toMatchObject({ unique_visitors: 2, total_visits: 3 })
    expect(await api.logText()).not.toContain('203.0.113.7')
  })

  test('with Do Not Track or Global Privacy Control too, although the browser has an id [PRIV-8]', async () => {
    const { id } = api.profile
    const hashed = await visitorOf(api.profile)
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      expect([headers, await visitorOf(api.profile, headers, `u=${ANA}`)]).toEqual([headers, hashed])
      const click = { event_type: 'click_email', visitor_id: ANA }
      expect((await track(id, click, { headers })).status).toBe(200)
      const clicked = (await api.events(id, 'LinkClicked')).at(-1)
      expect([headers, clicked?.data.visitorId]).toEqual([headers, hashed])
    }
  })
})

test('a click that a browser sends ahead leaves its id to the press', async () => {
  const { id } = await api.newProfile('pressed-later')
  const click = { event_type: 'click_email', visitor_id: ANA, event_id: uuid(0xc11c) }
  expect((await track(id, click, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(200)
  for (let n = 0; n < 2; n += 1) expect((await track(id, click)).status).toBe(200)
  const pressed = (await api.events(id, 'LinkClicked')).filter((event) => event.id === click.event_id)
  expect(pressed.map(({ data }) => data.purpose)).toEqual([undefined])
})

test('of a tap’s referrer the event keeps the host, and nothing of its own pages', async () => {
  for (const [referrer, kept] of [
    ['https://www.linkedin.com/in/ana?trk=secret#x', 'www.linkedin.com'],
    ['https://tarjeta.example/pages/ana', undefined],
    ['android-app://com.instagram.android/', 'com.instagram.android'],
    ['not an address', undefined],
  ] as const) {
    await api.call(`/api/public/profile/${api.profile.slug}?s=qr&r=${encodeURIComponent(referrer)}`)
    const { data } = (await api.events(api.profile.id, 'ProfileTapped')).at(-1)!
    expect([referrer, data.source, data.referrer]).toEqual([referrer, 'qr', kept])
    expect(JSON.stringify(data)).not.toMatch(/trk|secret|\/in\//)
  }
})

test('no event of these contains an address [PRIV-7]', async () => {
  const text = await api.logText()
  expect(text).toContain('ProfileTapped')
  expect(text).not.toMatch(/127\.0\.0\.1|::1|::ffff|localhost/)
})

/** The events of this profile alone: what the log had to follow up may come late. */
const visitsOf = (id: string) => api.events(id, 'ProfileTapped', 'PagePreviewed')

describe('the public page', () => {
  test('is no tap when it is served', async () => {
    const { id, slug } = await api.newProfile('served')
    for (const method of ['GET', 'HEAD']) await api.call(`/pages/${slug}?s=nfc`, { method })
    await api.call(`/pages/${slug}`, { headers: { 'user-agent': 'curl/8.5.0' } })
    await api.call(`/api/public/profile/${slug}`)
    // On a busy machine it is answered before its tap is recorded.
    await expect.poll(() => visitsOf(id)).toHaveLength(1)
    expect(await api.figures(id)).toMatchObject({ total_visits: 1, excluded: { visits: 0 } })
  })

  test('requested by a messaging app it is a preview, counted apart from visits', async () => {
    const { id, slug } = await api.newProfile('shared-link')
    const response = await api.call(`/pages/${slug}`, { headers: { 'user-agent': WHATSAPP } })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('og:title')
    // The page does not wait for what is kept of it.
    await expect.poll(() => api.events(id, 'PagePreviewed')).toHaveLength(1)
    const [{ data }] = (await api.events(id, 'PagePreviewed')) as [StoredEvent]
    expect([data.app, data.userAgent]).toEqual(['whatsapp', WHATSAPP])
    expect(await api.figures(id)).toMatchObject({ total_visits: 0, excluded: { visits: 0 } })
    expect(await api.events(id, 'ProfileTapped')).toEqual([])
  })
})

describe('a page that is not there', () => {
  test('is a neutral 404, the same for unknown and inactive profiles [ACC-12]', async () => {
    const { id, slug } = await api.newProfile('page-off')
    expect((await api.call(`/pages/${slug}`)).status).toBe(200)
    await api.write(profileStream(id), { type: 'ProfileDeactivated', data: {} })
    api.clock.advance(2_000)
    const before = await visitsOf(id)
    const answers = await Promise.all(
      [slug, 'page-never'].map(async (one) =>
        answerOf(await api.call(`/pages/${one}`, { headers: { 'user-agent': WHATSAPP } })),
      ),
    )
    expect(answers[0]).toMatchObject({
      status: 404,
      body: expect.stringContaining('Perfil no encontrado') as string,
    })
    expect(answers[0]).toEqual(answers[1])
    expect(await visitsOf(id)).toEqual(before)
  })

  test('is looked for under the address that was mangled, by GET and HEAD [SCR-4]', async () => {
    const { slug } = await api.newProfile('mangled')
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await api.call(`//pages/${slug}.?S=QR&a=1`, { method })
      const answer = [status, headers.get('location'), headers.get('cache-control')]
      expect(answer).toEqual([307, `/pages/${slug}?s=qr&a=1`, 'no-store'])
    }
    expect((await api.call(`/api/profile/${slug})/vcf`)).headers.get('location')).toBe(
      `/api/profile/${slug}/vcf`,
    )
    const none = await api.call('/pages/page-never)')
    expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const path of ['/pages/page-never)/qr.svg', '/api/profile/page-never)/vcf'])
      await expectRefused(await api.call(path), 404, 'profile-not-found')
  })
})
