import { beforeAll, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles.ts'
import { EXPORT_TYPE } from '@app/contracts/privacy/account-data.ts'
import { LIMITS_OF_CALLS, RATE_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { PASSWORD, useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../tests/support/api/test-backend.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { uuid } from '../../tests/support/api/test-log.ts'
import { hold } from '../../tests/support/lock-waits.ts'

const api = useTestApi({ rateLimits: LIMITS_OF_CALLS })
let person: Person
beforeAll(async () => {
  person = await api.newAccount('Amparo')
})

const TEXTS = { name: 'Amparo', lastname: 'Ñancupil', position: 'Enóloga', bio: 'Vinos\ndel Itata 🍇' }
const VISITOR = { full_name: 'Juan Pérez', phone: '+56 9 8765 4321', description: 'Compra vides' }

const ask = ({ token }: Person) => api.call('/api/auth/export', { token })
async function exportOf(who: Person): Promise<string> {
  const answer = await ask(who)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(`${EXPORT_TYPE}; charset=utf-8`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=mis-datos_2026-11-18.json')
  return answer.text()
}

async function fillProfile(): Promise<string> {
  const { id } = await api.newProfile('amparo', { ownerId: person.id })
  const edited = await api.post(`/api/profile/${id}`, TEXTS, { method: 'PUT', token: person.token })
  expect(edited.status).toBe(200)
  const [ref, kind, size] = ['a1'.repeat(16), 'profile-image', { width: 420, height: 420 }] as const
  const rendition = {
    name: 'w420',
    contentType: 'image/webp',
    bytes: Buffer.from('picture'),
    ...size,
  } as const
  await api.storedImages.changing(id, (own) => own.keep({ ref, renditions: [rendition], ...size }, kind))
  await api.write(profileStream(id), { type: 'ProfileImageSet', data: { kind, ref, ...size } })
  for (let n = 0; n < 3; n += 1)
    await api.post(`/api/public/identify/${id}`, { ...VISITOR, visitor_id: uuid(0xe0 + n) })
  await api.post(`/api/public/track/${id}`, { event_type: 'click_whatsapp', visitor_id: uuid(0xe0) })
  await api.settle()
  return id
}

describe('the export of an account', () => {
  test('contains all data: account, profile, picture, figures, visitors [PRIV-10]', async () => {
    const id = await fillProfile()
    api.security.splice(0)
    const text = await exportOf(person)
    await expect.poll(() => api.security).toMatchObject([{ event: 'data-exported', account: person.id }])
    const requests = () => wholeLog(api.store, ['RequestReceived', 'RequestAnswered'])
    await expect
      .poll(requests)
      .toMatchObject([{ data: { kind: 'portability' } }, { data: { outcome: 'done' } }])
    const told = { name: VISITOR.full_name, description: VISITOR.description }
    const { profile_image: ref } = (await (
      await api.call(`/api/profile/${id}`, { token: person.token })
    ).json()) as { profile_image: string }
    const shown = Buffer.from(await (await api.call(`/api/files/${ref}`)).arrayBuffer())
    expect(JSON.parse(text)).toMatchObject({
      note: expect.stringContaining('Los visitantes te dieron sus datos a ti') as string,
      account: { name: 'Amparo', email: person.email, has_password: true, sessions: [{ device: 'iphone' }] },
      profiles: [
        {
          ...TEXTS,
          id,
          url: `${PUBLIC_URL}/pages/amparo`,
          profile_image: `data:image/webp;base64,${shown.toString('base64')}`,
          company_logo: null,
          is_active: true,
          figures: { social_clicks: { whatsapp: 1 }, visitors_total: 3 },
          visitors: [
            { ...told, clicks: 1 },
            { ...told, clicks: 0 },
            { ...told, clicks: 0 },
          ],
        },
      ],
    })
    // No secret, and nothing of anybody else.
    expect(text).not.toMatch(/credential|tokenHash|visitor_id|\$2[aby]\$/)
    for (const other of [api.owner.email, api.admin.email, person.token, PASSWORD])
      expect(text).not.toContain(other)
  })

  test('is made one at a time: another one is refused with a time to retry, and is not counted', async () => {
    // Reads of pictures wait.
    const held = await hold(api.db, 'lock table vault.images in access exclusive mode')
    const first = ask(person)
    // The headers are sent with the first bytes, before the picture.
    const begun = await first
    const refused = await ask(person)
    expect(refused.headers.get('retry-after')).toBe('15')
    await expectRefused(refused, 429, 'busy')
    // A refused request does not count towards the quota of an hour.
    for (let n = 0; n < RATE_LIMITS['export-account'][1].max; n += 1)
      await expectRefused(await ask(person), 429, 'busy')
    await held.rollback()
    expect(await begun.json()).toMatchObject({ profiles: [{ figures: { visitors_total: 3 } }] })
    expect((await ask(person)).status).toBe(200)
  })
})
