import { beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { REQUESTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { useTestApi, type Person } from '../../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../../tests/support/api/test-app.ts'
import { answerOf, expectRefused, PHONE } from '../../../../tests/support/api/test-client.ts'
import { uuid, write, writeProfile, type TestProfile } from '../../../../tests/support/api/test-log.ts'
import { askingOn, CAMILA } from './testing/asking.ts'
import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { confirmedVisitorsOf } from '@app/projections/requests/queries.ts'
import { longTest } from '../../../../tests/support/longer-runs.ts'

const api = useTestApi()
const asking = askingOn(api)

const RECEIVED = {
  message: 'Recibimos tu solicitud. Te respondemos en 10 días a lo más, haya datos o no.',
}
let mailboxes = 0
const mailbox = (): string => `alguien-${(mailboxes += 1)}@correo.example`

test('a request is recorded once with what was said, and acknowledged by mail at once [PRIV-17]', async () => {
  const email = mailbox()
  // One press that is sent twice.
  const headers = { 'idempotency-key': 'one press' }
  for (let tries = 1; tries <= 2; tries += 1) {
    const body = { ...CAMILA, email, kind: 'correction' }
    const response = await api.post('/api/rights/requests', body, { headers })
    expect([response.status, await response.json()]).toEqual([200, RECEIVED])
  }
  const [event, ...others] = await asking.requests()
  expect(others).toEqual([])
  expect(event!.data).toEqual({
    kind: 'correction',
    channel: 'form',
    proof: 'none',
    profileId: api.profile.id,
    mailboxId: createSubscriptionIds(api.idKeys).address(email),
    name: CAMILA.name,
    phone: CAMILA.phone,
    email,
    words: 'noviembre\nEn la feria',
  })
  const [mail] = await asking.mailsOf(email, 1)
  expect(mail).toMatchObject({ subject: 'Recibimos tu solicitud' })
  expect(mail!.text).toContain(`Te respondemos en ${RIGHTS_PERIODS.aimDays} días a lo más`)
  for (const text of [mail!.text, mail!.html])
    for (const typed of ['Soto', '6612', 'noviembre', 'feria']) expect(text).not.toContain(typed)
  for (const word of ['Fernández', '6612 4410', email, 'noviembre'])
    expect(await api.logText()).not.toContain(word)
})

test('whether there is such a person or not, the answer is the same [PRIV-17]', async () => {
  const { id, slug } = api.profile
  await asking.left(id)
  const known = await answerOf(await asking.ask({ card: slug, email: mailbox() }))
  const unknown = await answerOf(await asking.ask({ card: slug, name: 'Nadie Aquí', email: mailbox() }))
  const positionless = (answer: object) => JSON.stringify(answer).replaceAll(/"log-position","\d+"/g, '')
  expect(positionless(known)).toBe(positionless(unknown))
})

describe('a card', () => {
  beforeAll(async () => {
    const named = (slug: string, id: number, details: object, ownerId = api.owner.id) =>
      writeProfile(api.store, api.clock.now(), { id: uuid(id), slug, ownerId, details })
    await named('elisa-rivas', 0x6000, { name: 'Elisa', lastname: 'Rivas Soto' })
    await named('hernan-uno', 0x6001, { name: 'Hernán', lastname: 'Lagos' })
    await named('hernan-dos', 0x6002, { name: 'HERNAN', lastname: 'Lagos' })
    await named('andes-norte', 0x6003, { company: 'Andes Norte SpA' })
    const { id: ownerId } = await api.newAccount('Marcelina')
    await named('otra', 0x6005, { name: 'Otra' }, ownerId)
    const deactivated = await api.newAccount('Apagada')
    await named('apagada', 0x6004, { name: 'Zoila' }, deactivated.id)
    const off = { type: 'AccountDeactivated', data: {} } as const
    await write(api.store, api.clock.now(), accountStream(deactivated.id), [off])
    await api.settle()
    api.clock.advance(3_000)
  })

  test('is found by its name in an address, and by the name that it shows', async () => {
    for (const [card, id] of [
      [`${PUBLIC_URL}/pages/elisa-rivas`, 0x6000],
      ['tarjeta.example/pages/Elisa-Rivas?s=qr', 0x6000],
      ['  elisa  RIVAS soto ', 0x6000],
      ['andes norte spa', 0x6003],
    ] as const) {
      const email = mailbox()
      expect([card, (await asking.ask({ card, email })).status]).toEqual([card, 200])
      const asked = (await asking.requests()).find(({ data }) => data.email === email)
      expect([card, asked?.data.profileId]).toEqual([card, uuid(id)])
    }
  })

  test('that nobody has, or several, is refused with a clear text, and nothing is appended', async () => {
    const head = await api.bare.headPosition()
    for (const [card, detail] of [
      ['nadie-aqui', 'No encontramos esa tarjeta'],
      ['Elisa Rivas', 'No encontramos esa tarjeta'],
      // An account has this name, and its card another.
      ['Marcelina', 'No encontramos esa tarjeta'],
      ['Zoila', 'No encontramos esa tarjeta'],
      ['https://tarjeta.example/pages/nadie', 'No encontramos esa tarjeta'],
      ['Hernán Lagos', 'Hay más de una tarjeta con ese nombre'],
    ] as const) {
      const response = await asking.ask({ card })
      const body = (await response.clone().json()) as object
      await expectRefused(response, 422, 'invalid')
      expect([card, body]).toMatchObject([
        card,
        { field: 'card', detail: expect.stringContaining(detail) as string },
      ])
    }
    expect(await api.bare.headPosition()).toBe(head)
  })
})

test('a mailbox that asked too often today reads so, and nothing more is kept [PRIV-17]', async () => {
  const { max } = REQUESTS_OF_MAILBOX
  const email = 'insistente@correo.example'
  for (let asked = 0; asked < max; asked += 1)
    expect((await asking.ask({ email: `insistente+${asked}@correo.example` })).status).toBe(200)
  const head = await api.bare.headPosition()
  await expectRefused(await asking.ask({ email }), 429, 'too-many')
  expect(await api.bare.headPosition()).toBe(head)
})

describe('what an owner sees of requests:', () => {
  let cards = 0
  let owner: Person | undefined
  /** A card of the one owner, and a mailbox that asks about it. */
  async function card(kind = 'access') {
    cards += 1
    const nth = cards
    const { token, id: ownerId } = (owner ??= await api.newAccount('Duena'))
    const profile: TestProfile = { id: uuid(0x7000 + nth), slug: `tarjeta-${nth}` }
    const details = { name: 'Antonia', lastname: `Rivas ${nth}` }
    await writeProfile(api.store, api.clock.now(), { ...profile, ownerId, details })
    await api.settle()
    const email = `camila-${nth}@correo.example`
    return {
      profile,
      email,
      left: (said?: object) => asking.left(profile.id, said),
      asked: (more: object = {}) => asking.asked({ kind, card: profile.slug, email, ...more }),
      shown: async (): Promise<readonly OwnerRequest[]> => {
        const response = await api.call('/api/requests', { token })
        expect(response.status).toBe(200)
        const all = (await response.json()) as readonly OwnerRequest[]
        return all.filter((request) => request.profile.id === profile.id)
      },
      confirm: (id: string, candidate: unknown, by = token) =>
        api.post(`/api/requests/${id}/confirm`, { candidate }, { token: by }),
      deny: (id: string, by = token) => api.post(`/api/requests/${id}/deny`, '', { token: by }),
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

  longTest(
    'candidates are at most ten, and those of the time that was said are found among many newer ones',
    async () => {
      const { left, asked, shown, profile } = await card()
      const visitorId = uuid(0x01d)
      const seen = { userAgent: PHONE, request: 'get' } as const
      const form = {
        fullName: CAMILA.name,
        phone: CAMILA.phone,
        description: 'Feria',
        consent: IDENTIFY_CONSENT,
      }
      const data = { profileId: profile.id, visitorId, ...seen, ...form }
      const at = new Date('2025-03-04T12:00:00.000Z')
      const said = interactionStream(uuid(0x01d1))
      await write(api.store, at, said, [{ type: 'VisitorIdentified', data }])
      const [stored] = await api.store.readStream(said)
      for (let nth = 0; nth <= LIMITS.requestCandidatesMax; nth += 1) await left({ full_name: 'Camila Otra' })
      await api.settle()
      await asked({ when: 'marzo de 2025' })
      const [request] = await shown()
      expect(request!.candidates).toHaveLength(LIMITS.requestCandidatesMax)
      expect(request!.candidates[0]).toMatchObject({
        id: interactionStream(stored!.id),
        matches: { name: 'same', phone: 'same', when: 'fits' },
      })
    },
  )

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
    const stranger = api.owner
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
})
