import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminRequest, AdminRequestDetail } from '@app/contracts/api/rights/admin-requests.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { useTestApi } from '../../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../../tests/support/api/test-client.ts'
import { uuid } from '../../../../tests/support/api/test-log.ts'
import { askingOn, CAMILA } from './testing/asking.ts'
import { longTest } from '../../../../tests/support/longer-runs.ts'

const api = useTestApi({ proxied: 'log' })
const asking = askingOn(api)
beforeAll(async () => {
  await asking.left(api.profile.id)
  await asking.left(api.profile.id, { full_name: 'Pedro Pérez', phone: '+56 9 1111 2222' })
})

const COMPLAINT = 'Puedes reclamar ante la Agencia de Protección de Datos Personales.'
let subject: string
let name: string
let email = ''
let people = 0
beforeEach(async () => {
  people += 1
  email = `admin-pide-${people}@correo.example`
  const person = await asking.left(api.profile.id, { full_name: `Persona ${people} Soto` })
  subject = person.subject
  name = person.name
})

/** Its receipt is mailed before what comes next. */
async function asked(more: object = {}): Promise<string> {
  const id = await asking.asked({ email, name: `Persona ${people} Soto`, ...more })
  await asking.mailsOf(email, 1)
  return id
}
const put = (id: string, act: object): Promise<Response> =>
  api.post(`/api/admin/requests/${id}`, act, { method: 'PUT', token: api.admin.token })
const get = (path = '') => api.call(`/api/admin/requests${path}`, { token: api.admin.token })
const detail = async (id: string) => (await (await get(`/${id}`)).json()) as AdminRequestDetail
const rows = async (query: string) => (await (await get(query)).json()) as readonly AdminRequest[]
/** As a mail has it: each sentence a paragraph. */
const inMail = (text: unknown): string => String(text).replaceAll('\n', '\n\n')

test('requests are listed, searched and filtered, by due day', async () => {
  const id = await asked()
  const found = await get(`?search=persona%20${people}&state=open&kind=access`)
  expect([found.status, found.headers.get('total-count')]).toEqual([200, '1'])
  expect(await found.json()).toEqual([
    {
      id,
      kind: 'access',
      channel: 'form',
      proof: 'none',
      who: `Persona ${people} Soto`,
      card: { id: api.profile.id, name: 'camila', slug: 'camila' },
      subject: null,
      status: 'open',
      needs_confirmation: true,
      is_confirmed: false,
      is_prolonged: false,
      received_at: api.clock.now().toISOString(),
      due_day: expect.any(String) as string,
      days_left: 30,
      answered_at: null,
      outcome: null,
    },
  ])
  expect(await rows(`?search=${email}&state=answered`)).toEqual([])
  expect(await rows(`?search=${email}&kind=erasure`)).toEqual([])
  expect(await rows('?sort=-received_at&limit=1')).toMatchObject([{ id }])
  await expectRefused(await get('?sort=kind'), 422, 'invalid')
  const figures = await get('/figures')
  expect([figures.status, await figures.json()]).toMatchObject([200, { open: 1, late: 0, to_confirm: 1 }])
})

test('a request is shown with who left its name or phone, and that reading is recorded [PRIV-17]', async () => {
  const id = await asked()
  expect(await detail(id)).toMatchObject({
    email,
    asked: { name: `Persona ${people} Soto`, phone: CAMILA.phone, when: 'noviembre', words: 'En la feria' },
    position: expect.stringMatching(/^\d+$/) as string,
    answer: null,
    reason: null,
  })
  const { people: found } = await detail(id)
  expect(found).toContainEqual({
    id: name,
    name: `Persona ${people} Soto`,
    phone: CAMILA.phone,
    at: api.clock.now().toISOString(),
  })
  // By the phone alone; and nobody who left another name and another one.
  expect(found.map((person) => person.name)).toContain(CAMILA.name)
  expect(found.map((person) => person.name)).not.toContain('Pedro Pérez')
  const audit = await api.store.readAll((await asking.events(id))[0]!.position, {
    limit: 100,
    filter: { types: ['PersonalDataShown'] },
  })
  const shown = audit.events.map(({ data, meta }) => [data.subject, meta.actor.id])
  expect(shown).toContainEqual([requestStream(id), api.admin.id])
  expect(shown).toContainEqual([subject, api.admin.id])
  // Once an hour, however often it is read.
  expect(new Set(shown.map(String)).size).toBe(shown.length)
})

test('a reading that cannot be recorded is refused [PRIV-17]', async () => {
  const id = await asked()
  await api.proxy.stop()
  try {
    await expectRefused(await get(`/${id}`), 503, 'unavailable')
  } finally {
    await api.proxy.start()
  }
})

describe('an administrator', () => {
  test('confirms who asks, and what was asked is done [PRIV-17]', async () => {
    const id = await asked({ kind: 'erasure' })
    await expectRefused(await put(id, { act: 'confirm' }), 422, 'invalid')
    const other = await api.newProfile('de-otra')
    const ofAnother = await asking.left(other.id)
    const erased = await asking.left(api.profile.id)
    await api.keys.destroy(erased.subject)
    // Their own id would prove who they are: it names nobody.
    for (const person of ['visitor-x', subject, ofAnother.name, erased.name])
      await expectRefused(await put(id, { act: 'confirm', person }), 422, 'invalid')
    const done = await put(id, { act: 'confirm', person: name })
    expect(await done.json()).toMatchObject({
      status: 'answered',
      is_confirmed: true,
      outcome: 'done',
    })
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestConfirmed', 'RequestAnswered'])
    const [, mail] = await asking.mailsOf(email, 2)
    const { answer } = await detail(id)
    expect(mail!.text.startsWith(inMail(answer))).toBe(true)
  })

  test('refuses with a reason that is mailed word for word, and with where to complain [PRIV-17]', async () => {
    const id = await asked()
    const refused = await put(id, { act: 'refuse', reason: 'unconfirmed', words: ' Escríbele al dueño. ' })
    expect(await refused.json()).toMatchObject({ status: 'answered', outcome: 'refused' })
    const told = (await asking.events(id)).at(-1)!.data
    expect(told).toMatchObject({ reason: 'No pudimos confirmar que eres tú. Escríbele al dueño.' })
    expect(told.answer).toContain(COMPLAINT)
    const [, mail] = await asking.mailsOf(email, 2)
    expect(mail!.text.startsWith(`${inMail(told.answer)}\n\n`)).toBe(true)
    expect(await detail(id)).toMatchObject({ answer: told.answer, reason: told.reason })
  })

  longTest('prolongs once by 30 days, with a reason that is mailed [PRIV-17]', async () => {
    const id = await asked()
    const { due_day: before } = await detail(id)
    const reason = 'Buscamos en tarjetas de otras empresas.'
    const prolonged = (await (await put(id, { act: 'prolong', reason })).json()) as AdminRequest
    expect(prolonged).toMatchObject({ is_prolonged: true, days_left: 60 })
    expect(Date.parse(prolonged.due_day) - Date.parse(before)).toBe(30 * 86_400_000)
    const [, mail] = await asking.mailsOf(email, 2)
    expect(mail!.text).toContain(`\n\n${reason}\n\n${COMPLAINT}`)
    await expectRefused(await put(id, { act: 'prolong', reason }), 409, 'conflict')
    expect(await asking.types(id)).toEqual(['RequestReceived', 'RequestProlonged'])
  })

  test('with an invalid act is refused, and nothing is appended', async () => {
    const id = await asked()
    for (const act of [
      {},
      { act: 'forget' },
      { act: 'refuse', reason: 'none' },
      { act: 'refuse', reason: 'law', words: 'x'.repeat(1_000) },
      { act: 'refuse', reason: 'law', words: 'a\u0000' },
      { act: 'prolong', reason: ' ' },
    ]) {
      const response = await put(id, act)
      expect([act, response.status]).toEqual([act, 422])
      await expectRefused(response, 422, 'invalid')
    }
    expect(await asking.types(id)).toEqual(['RequestReceived'])
    for (const unknown of [uuid(0x9999), 'nothing']) {
      await expectRefused(await get(`/${unknown}`), 404, 'not-found')
      await expectRefused(await put(unknown, { act: 'prolong', reason: 'Más tiempo.' }), 404, 'not-found')
    }
  })
})
