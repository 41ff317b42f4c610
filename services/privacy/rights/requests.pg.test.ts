import { beforeAll, describe, expect, test, beforeEach } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { REQUESTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { createSubscriptionIds } from '../../kernel/keys/keyed-ids.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-backend.ts'
import { answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, writeProfile } from '../../../tests/support/api/test-log.ts'
import { askingOn, CAMILA } from '../testing/asking.ts'
import { type AdminRequest, type AdminRequestDetail, requestStream } from '@app/contracts/privacy/requests.ts'
import { REQUEST_KINDS } from '@app/contracts/privacy/request-kinds.ts'
import { readStream } from '../../kernel/codec.ts'
import { leftByVisitor } from '@app/projections/visitors/queries.ts'
import { visitorIn } from '@app/contracts/taps.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const api = useTestApi({ proxied: 'log' })
const asking = askingOn(api)

const RECEIVED = {
  message: 'Recibimos tu solicitud. Te respondemos en 30 días a lo más, haya datos o no.',
}
let mailboxes = 0
const mailbox = (): string => `alguien-${(mailboxes += 1)}@correo.example`

test('a request is recorded once with what was said, and writes to nobody [PRIV-17]', async () => {
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
    words: CAMILA.words,
  })
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
    await api.write(accountStream(deactivated.id), off)
    api.clock.advance(3_000)
  })

  test('is found by its name in an address, and by the name that it shows', async () => {
    for (const [card, id] of [
      [`${PUBLIC_URL}/pages/elisa-rivas`, 0x6000],
      ['tarjeta.example/pages/Elisa-Rivas?s=qr', 0x6000],
      ['  elisa  RIVAS soto ', 0x6000],
      ['andes norte spa', 0x6003],
      // Closed with its account.
      ['Zoila', 0x6004],
      ['apagada', 0x6004],
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

describe('an administrator', () => {
  beforeAll(async () => {
    await asking.left(api.profile.id)
    await asking.left(api.profile.id, { full_name: 'Pedro Pérez', phone: '+56 9 1111 2222' })
  })

  let subject: string
  /** The name of the people. */
  let name = ''
  let email = ''
  let people = 0
  beforeEach(async () => {
    people += 1
    email = `admin-pide-${people}@correo.example`
    name = `Persona ${people} Soto`
    subject = await asking.left(api.profile.id, { full_name: name })
  })

  const asked = (more: object = {}): Promise<string> => asking.asked({ email, name, ...more })
  const put = (id: string, act: object): Promise<Response> =>
    api.post(`/api/admin/requests/${id}`, act, { method: 'PUT', token: api.admin.token })
  const get = (path = '') => api.call(`/api/admin/requests${path}`, { token: api.admin.token })
  const detail = async (id: string): Promise<AdminRequestDetail> => {
    const [request] = await rows(`?id=${id}`)
    return { ...request!, ...request!.detail! }
  }
  /** The candidate of a request who is called so. */
  const personOf = async (id: string, name: string): Promise<string> =>
    (await detail(id)).people.find((person) => person.name === name)?.id ?? ''
  const rows = async (query: string) => (await (await get(query)).json()) as readonly AdminRequest[]

  test('lists, searches and filters requests, by due day', async () => {
    const id = await asked()
    const found = await get(`?search=persona%20${people}&state=open`)
    expect([found.status, found.headers.get('total-count')]).toEqual([200, '1'])
    expect(await found.json()).toEqual([
      {
        id,
        kind: 'access',
        channel: 'form',
        who: name,
        card: { id: api.profile.id, name: 'camila', slug: 'camila' },
        status: 'open',
        needs_confirmation: true,
        is_prolonged: false,
        received_at: api.clock.now().toISOString(),
        due_day: expect.any(String) as string,
        days_left: 30,
        answered_at: null,
        outcome: null,
        detail: null,
      },
    ])
    expect(await rows(`?search=${email}&state=answered`)).toEqual([])
    expect(await rows('?sort=-received_at&limit=1')).toMatchObject([{ id }])
  })

  test('is shown a request with who left its name or phone, and that reading is recorded [PRIV-17]', async () => {
    const id = await asked()
    expect(await detail(id)).toMatchObject({
      email,
      asked: { name, phone: CAMILA.phone, words: CAMILA.words },
      position: expect.stringMatching(/^\d+$/) as string,
      template: null,
      is_blocked: false,
      reason: null,
    })
    const { people: found } = await detail(id)
    expect(found).toContainEqual({
      id: expect.any(String) as string,
      name,
      phone: CAMILA.phone,
      description: 'Expo Frío',
      at: api.clock.now().toISOString(),
    })
    // By the phone alone; and nobody who left another name and another one.
    expect(found.map((person) => person.name)).toContain(CAMILA.name)
    expect(found.map((person) => person.name)).not.toContain('Pedro Pérez')
    const audit = await api.store.log.readAll((await asking.events(id))[0]!.position, {
      limit: 100,
      filter: { types: ['PersonalDataShown'] },
    })
    const shown = audit.events.map(({ data, meta }) => [data.subject, meta.actor.id])
    expect(shown).toContainEqual([requestStream(id), api.admin.id])
    expect(shown).toContainEqual([subject, api.admin.id])
    // Once an hour, however often it is read.
    expect(new Set(shown.map(String)).size).toBe(shown.length)
  })

  test('is refused a reading that cannot be recorded [PRIV-17]', async () => {
    const id = await asked()
    await api.proxy.stop()
    try {
      await expectRefused(await get(`?id=${id}`), 503, 'unavailable')
    } finally {
      await api.proxy.start()
    }
  })

  const answer = (id: string, more: object = {}) => put(id, { act: 'answer', template: 'done', ...more })

  test('says who asks, what was asked is done, and the event has the template and no word of it [PRIV-17]', async () => {
    const id = await asked({ kind: 'erasure' })
    await expectRefused(await answer(id), 422, 'invalid')
    const other = await asked({ name: 'Pedro Pérez', phone: '1' })
    const erased = await asking.left(api.profile.id, { full_name: name })
    const ids = (await detail(id)).people.filter((one) => one.name === name).map((one) => one.id)
    await api.keys.destroy(erased)
    const person = await personOf(id, name)
    const [ofErased = ''] = ids.filter((one) => one !== person)
    // Their own id would prove who they are: it names nobody.
    for (const nobody of ['visitor-x', subject, await personOf(other, 'Pedro Pérez'), ofErased])
      await expectRefused(await answer(id, { person: nobody }), 422, 'invalid')
    const done = await answer(id, { person })
    expect(await done.json()).toMatchObject({ status: 'answered', outcome: 'done' })
    expect(api.security.at(-1)).toMatchObject({ event: 'request-acted', account: api.admin.id })
    expect((await api.keys.forReading([subject])).size).toBe(0)
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestConfirmed', 'RequestAnswered'])
    expect((await asking.events(id)).at(-1)).toMatchObject({
      data: { outcome: 'done', template: 'done' },
      meta: { actor: { kind: 'admin', id: api.admin.id } },
    })
    await expectRefused(await answer(id, { person }), 409, 'conflict')
  })

  test('refuses with a template and a reason, and writes to nobody [PRIV-17]', async () => {
    const id = await asked()
    const refused = await answer(id, { template: 'unconfirmed', reason: ' Escríbele al dueño. ' })
    expect(await refused.json()).toMatchObject({ status: 'answered', outcome: 'refused' })
    const told = { template: 'unconfirmed', reason: 'Escríbele al dueño.', people: [] }
    expect(await detail(id)).toMatchObject(told)
    expect(api.mails.filter(({ to }) => to === email)).toEqual([])
  })

  test('answers each kind, also about no card, and a block is due in two working days [PRIV-17]', async () => {
    for (const kind of REQUEST_KINDS) {
      const id = await asked({ kind, card: undefined, email: `${kind}@correo.example` })
      const days = kind === 'blocking' ? 2 : 30
      expect([kind, (await detail(id)).days_left]).toEqual([kind, days])
      expect([kind, (await answer(id)).status]).toEqual([kind, 200])
      expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestAnswered'])
    }
  })

  test('blocks a visitor, and lifts it with a reason [PRIV-16]', async () => {
    const id = await asked({ kind: 'blocking' })
    expect((await answer(id, { person: await personOf(id, name) })).status).toBe(200)
    expect((await api.keys.forReading([subject])).size).toBe(0)
    expect((await detail(id)).is_blocked).toBe(true)
    const reason = 'Lo pidió por teléfono.'
    expect((await put(id, { act: 'unblock', reason })).status).toBe(200)
    expect((await api.keys.forReading([subject])).size).toBe(1)
    const [lifted] = await readStream(api.store, `blocking-${subject}`, { direction: 'backward', limit: 1 })
    expect(lifted).toMatchObject({
      type: 'SubjectUnblocked',
      data: { reason },
      meta: { actor: { kind: 'admin' } },
    })
    await expectRefused(await put(await asked(), { act: 'unblock', reason }), 409, 'conflict')
  })

  test('corrects what a visitor left, under the text that was accepted [PRIV-16]', async () => {
    const id = await asked({ kind: 'correction' })
    const corrected = { full_name: 'Persona Corregida', phone: '+56 9 7000 1122', description: 'Otra feria' }
    const person = await personOf(id, name)
    await expectRefused(await answer(id, { person }), 422, 'invalid')
    expect((await answer(id, { person, corrected })).status).toBe(200)
    await api.settle()
    const { forms } = await leftByVisitor(api, { ...visitorIn(subject), momentsMax: 0, formsMax: 2 })
    const streams = forms.map(({ eventId }) => `interaction-${eventId}`)
    const [newest, first] = await Promise.all(
      streams.map((stream) => readStream(api.store, stream, { limit: 1 })),
    )
    expect(newest![0]).toMatchObject({
      data: { fullName: 'Persona Corregida', phone: '+56 9 7000 1122', consent: first![0]!.data.consent },
      meta: { actor: { kind: 'admin', id: api.admin.id }, correlationId: id },
    })
  })

  longTest('prolongs once by 30 days, with a reason [PRIV-17]', async () => {
    const id = await asked()
    const { due_day: before } = await detail(id)
    const reason = 'Buscamos en tarjetas de otras empresas.'
    const prolonged = (await (await put(id, { act: 'prolong', reason })).json()) as AdminRequest
    expect(prolonged).toMatchObject({ is_prolonged: true, days_left: 60 })
    expect(Date.parse(prolonged.due_day) - Date.parse(before)).toBe(30 * 86_400_000)
    await expectRefused(await put(id, { act: 'prolong', reason }), 409, 'conflict')
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestProlonged'])
  })

  test('acts on no request that there is not, and prolongs none without a reason', async () => {
    await expectRefused(await put(await asked(), { act: 'prolong', reason: ' ' }), 422, 'invalid')
    for (const unknown of [uuid(0x9999), 'nothing']) {
      await expectRefused(await get(`?id=${unknown}`), 404, 'not-found')
      await expectRefused(await put(unknown, { act: 'prolong', reason: 'Más tiempo.' }), 404, 'not-found')
    }
  })
})
