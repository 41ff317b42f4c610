import { beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { REQUESTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { createSubscriptionIds } from '../../kernel/keys/subscription-ids.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, write, writeProfile } from '../../../tests/support/api/test-log.ts'
import { askingOn, CAMILA } from '../testing/asking.ts'

const api = useTestApi()
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
