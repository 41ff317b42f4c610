import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { confirmedVisitorsOf } from '@app/projections/requests/queries.ts'
import { startTestApi, type Person, type TestApi } from '../../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../../tests/support/api/test-app.ts'
import { answerOf, expectRefused, PHONE } from '../../../../tests/support/api/test-client.ts'
import { uuid, write, type TestProfile } from '../../../../tests/support/api/test-log.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { isLong } from '../../../../tests/support/longer-runs.ts'
import { askingOn, CAMILA, type Asking } from './testing/asking.ts'

let api: TestApi
let asking: Asking
beforeAll(async () => {
  api = await startTestApi()
  asking = askingOn(api)
})
afterAll(() => api?.close())

let cards = 0
/** A card of its own owner, and a mailbox that asks about it. */
async function card(kind = 'access') {
  cards += 1
  const nth = cards
  const owner: Person = await api.newAccount(`Duena${nth}`)
  const profile: TestProfile = await api.newProfile(`tarjeta-${nth}`, {
    id: uuid(0x7000 + nth),
    ownerId: owner.id,
    details: { name: 'Antonia', lastname: `Rivas ${nth}` },
  })
  const email = `camila-${nth}@correo.example`
  return {
    owner,
    profile,
    email,
    left: (said?: object) => asking.left(profile.id, said),
    asked: (more: object = {}) => asking.asked({ kind, card: profile.slug, email, ...more }),
    shown: async (): Promise<readonly OwnerRequest[]> => {
      const response = await api.call('/api/requests', { token: owner.token })
      expect(response.status).toBe(200)
      return (await response.json()) as readonly OwnerRequest[]
    },
    confirm: (id: string, candidate: unknown, token = owner.token) =>
      api.post(`/api/requests/${id}/confirm`, { candidate }, { token }),
    deny: (id: string, token = owner.token) => api.post(`/api/requests/${id}/deny`, '', { token }),
  }
}

test('an owner sees who asks about their card, with what matches, the best first [PRIV-17]', async () => {
  const { left, asked, shown, profile } = await card()
  const other = await left({ full_name: 'Pedro Pérez', phone: '+56 9 1111 2222' })
  const similar = await left({ full_name: 'Camila Soto', phone: '+56 9 3333 4444' })
  const same = await left()
  const id = await asked()
  const [request, ...others] = await shown()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    id,
    kind: 'access',
    profile: { id: profile.id, name: `Antonia Rivas ${cards}` },
    asked: { name: CAMILA.name, phone: CAMILA.phone, when: 'noviembre', words: 'En la feria' },
    candidates: [
      { id: same.name, description: 'Expo Frío', matches: { name: 'same', phone: 'same', when: 'fits' } },
      { id: similar.name, name: 'Camila Soto', matches: { name: 'similar', phone: 'none', when: 'fits' } },
    ],
  })
  expect(request!.candidates.map((one) => one.id)).not.toContain(other.name)
})

test('candidates are at most ten, and those of the time that was said are found among many newer ones', async () => {
  const { left, asked, shown, profile } = await card()
  const visitorId = uuid(0x01d)
  const seen = { userAgent: PHONE, request: 'get' } as const
  const form = { fullName: CAMILA.name, phone: CAMILA.phone, description: 'Feria', consent: IDENTIFY_CONSENT }
  const data = { profileId: profile.id, visitorId, ...seen, ...form }
  const at = new Date('2025-03-04T12:00:00.000Z')
  const said = interactionStream(uuid(0x01d1))
  await write(api.store, at, said, [{ type: 'VisitorIdentified', data }])
  const [stored] = await api.store.readStream(said)
  for (let nth = 0; nth <= LIMITS.requestCandidatesMax; nth += 1) await left({ full_name: 'Camila Otra' })
  await asked({ when: 'marzo de 2025' })
  const [request] = await shown()
  expect(request!.candidates).toHaveLength(LIMITS.requestCandidatesMax)
  expect(request!.candidates[0]).toMatchObject({
    id: interactionStream(stored!.id),
    matches: { name: 'same', phone: 'same', when: 'fits' },
  })
})

describe('once its owner has confirmed who asks', () => {
  test('a visitor’s data is proven by the mailbox, which is told how to see it [PRIV-17]', async () => {
    const { left, asked, confirm, email, shown } = await card()
    const { subject, name } = await left()
    const id = await asked()
    // Their own id would prove who they are: it is no answer to the question.
    await expectRefused(await confirm(id, subject), 422, 'invalid')
    const confirmed = await confirm(id, name)
    expect([confirmed.status, await confirmed.json()]).toEqual([200, { id }])
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestConfirmed', 'RequestAnswered'])
    const answered = (await asking.events(id)).at(-1)!
    const [, mail] = await asking.mailsOf(email, 2)
    expect(mail).toMatchObject({ subject: 'Respondimos tu solicitud' })
    const told = answered.data.answer as string
    expect(told).toContain(`${PUBLIC_URL}/mis-datos`)
    // Word for word, each sentence a paragraph.
    expect(mail!.text.startsWith(`${told.replaceAll('\n', '\n\n')}\n\n`)).toBe(true)
    await api.settle()
    const mailboxId = createSubscriptionIds(api.idKeys).address(email)
    expect(await confirmedVisitorsOf({ db: api.db }, mailboxId)).toMatchObject([{ subject }])
    expect(await shown()).toEqual([])
  })

  test('an erasure is done, once, and told [PRIV-17]', async () => {
    const { left, asked, confirm, email, profile } = await card('erasure')
    const { name } = await left()
    const id = await asked()
    const before = await asking.count('SubjectErased')
    expect((await confirm(id, name)).status).toBe(200)
    await asking.mailsOf(email, 2)
    expect(await asking.count('SubjectErased')).toBe(before + 1)
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestConfirmed', 'RequestAnswered'])
    expect((await api.figures(profile.id)).visitors).toEqual({})
    // The person's address answers to the request alone, and is not among what was erased.
    expect((await asking.events(id))[0]!.data.email).toBe(email)
  })
})

test('an owner who knows nobody like that says so once, and is not asked again [PRIV-17]', async () => {
  const { left, asked, deny, shown } = await card()
  await left()
  const id = await asked()
  for (let press = 1; press <= 2; press += 1) expect((await deny(id)).status).toBe(200)
  expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestDenied'])
  await api.settle()
  expect(await shown()).toEqual([])
})

test('another’s request, an unknown one and a proven one are not found, alike [PRIV-17]', async () => {
  const { left, asked, confirm, deny } = await card()
  const { name } = await left()
  const id = await asked()
  const stranger = await api.newAccount(`Ajena${cards}`)
  const foreign = await answerOf(await confirm(id, name, stranger.token))
  for (const unknown of [uuid(0x9999), 'nothing', `${id}x`])
    expect(await answerOf(await confirm(unknown, name, stranger.token))).toEqual(foreign)
  expect(foreign).toMatchObject({ status: 404 })
  expect(await answerOf(await deny(id, stranger.token))).toEqual(foreign)
  expect(await answerOf(await confirm(id, name, api.admin.token))).toEqual(foreign)
  expect(await asking.types(id)).toEqual(['RequestReceived'])
})

test('what is no visitor of the card, or is erased, is no candidate', async () => {
  const { left, asked, shown, confirm } = await card()
  const { subject, name } = await left()
  const ofAnother = await asking.left(api.profile.id)
  const id = await asked()
  for (const candidate of [undefined, 'nobody', 42, 'visitor-a.b', ofAnother.name])
    await expectRefused(await confirm(id, candidate), 422, 'invalid')
  await api.keys.destroy(subject)
  expect((await shown())[0]!.candidates).toEqual([])
  await expectRefused(await confirm(id, name), 422, 'invalid')
  expect(await asking.types(id)).toEqual(['RequestReceived'])
})

test('an owner and an administrator who confirm at once answer once [PRIV-17]', async () => {
  for (let tries = 1; tries <= (isLong ? 5 : 1); tries += 1) {
    const { left, asked, confirm, email } = await card('erasure')
    const { name } = await left()
    const id = await asked()
    const before = await asking.count('SubjectErased')
    const byAdmin = api.call(`/api/admin/requests/${id}`, {
      method: 'PUT',
      token: api.admin.token,
      body: JSON.stringify({ act: 'confirm', candidate: name }),
      headers: { 'content-type': 'application/json' },
    })
    const statuses = (await Promise.all([confirm(id, name), byAdmin])).map(({ status }) => status)
    for (const status of statuses) expect([200, 409]).toContain(status)
    expect(statuses).toContain(200)
    await asking.mailsOf(email, 2)
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestConfirmed', 'RequestAnswered'])
    expect(await asking.count('SubjectErased')).toBe(before + 1)
    await eventually(() => expect(asking.mailsTo(email)).toHaveLength(2))
  }
})
