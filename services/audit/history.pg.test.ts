import { beforeAll, describe, expect, test } from 'vitest'
import { getAdminHistory, getAdminHistoryEvent, getProfileHistory } from '@app/contracts/audit.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { issuedCode, expectRefused } from '../../tests/support/api/test-client.ts'
import { useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { uuid, type TestProfile } from '../../tests/support/api/test-log.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { textOfSentence } from './sentences.ts'
import { longTest } from '../../tests/support/longer-runs.ts'
import { testTable } from '../../tests/support/every.ts'
import { hold } from '../../tests/support/lock-waits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const api = useTestApi()
let owner: Person
let profile: TestProfile

beforeAll(async () => {
  owner = await api.newAccount('Antonia Rivas', { email: 'antonia@tarjeta.example' })
  profile = await api.newProfile('antonia-rivas', {
    ownerId: owner.id,
    details: { name: 'Antonia', lastname: 'Rivas', position: 'Gerenta' },
  })
  api.clock.advance(DAY_MS)
  await edit({ position: 'Directora Comercial', phone: '+56 9 5123 4567' })
  await issuedCode(api)
  await api.settle()
})

const edit = async (changes: object, token = owner.token) => {
  const answer = await api.post(`/api/profile/${profile.id}`, changes, { method: 'PUT', token })
  expect(answer.status).toBe(200)
}
const call = (query = '', token = api.admin.token) => api.call(`/api/admin/history${query}`, { token })
async function listed(query = '') {
  await api.settle()
  const response = await call(query)
  expect(response.status).toBe(200)
  const rows = getAdminHistory.answer.parse(await response.json())
  return { rows, total: Number(response.headers.get('total-count')), link: response.headers.get('link') }
}
const sentences = async (query: string) =>
  (await listed(query)).rows.map(({ sentence }) => textOfSentence(sentence))
const detail = async (position: string) => {
  const response = await api.call(`/api/admin/history/${position}`, { token: api.admin.token })
  expect(response.status).toBe(200)
  return getAdminHistoryEvent.answer.parse(await response.json())
}
const ENTITY = () => `?entity=profile-${profile.id}`
const readings = () => wholeLog(api.store, ['HistoryRead'])

test('an edit is a sentence with its values before and after, newest first [SCR-14]', async () => {
  const { rows, total } = await listed(ENTITY())
  const [newest, created] = rows
  expect([rows.length, total]).toEqual([3, 3])
  expect(newest).toMatchObject({
    type: 'ProfileEdited',
    version: 2,
    actor: { kind: 'owner', id: owner.id, name: 'Antonia Rivas' },
    entity: { kind: 'profile', id: profile.id, label: 'antonia-rivas', slug: 'antonia-rivas' },
    changes: [
      { field: 'position', label: 'Cargo', before: 'Gerenta', after: 'Directora Comercial' },
      { field: 'phone', before: null },
    ],
  })
  expect(newest!.sentence).toEqual([
    { as: 'who', text: 'Antonia Rivas' },
    { as: 'text', text: ' cambió el cargo de «Gerenta» a «Directora Comercial» y 1 campo más' },
  ])
  expect(created).toMatchObject({ type: 'ProfileCreated', version: 1 })
})

describe('a filter', () => {
  const NEWEST = 'Antonia Rivas cambió el cargo de «Gerenta» a «Directora Comercial» y 1 campo más'

  test('by person, found by words of name and e-mail', async () => {
    expect(await sentences('?person=antonia%20riv')).toEqual([NEWEST, 'Antonia Rivas inició sesión'])
    expect(await sentences('?person=antonia@tarjeta&type=ProfileEdited')).toEqual([NEWEST])
    expect(await sentences('?person=nadie')).toEqual([])
  })

  test('by entity, found by words, or by its stream', async () => {
    const found = await listed('?entity=antonia')
    expect(new Set(found.rows.map(({ entity }) => entity.kind))).toEqual(new Set(['profile', 'account']))
    expect((await listed(`?entity=account-${owner.id}`)).rows.length).toBeGreaterThan(0)
    expect((await listed('?entity=profile-nothing')).rows).toEqual([])
    const quotation = `quotation-${uuid(0xc1)}`
    const asked = { company: 'Andes', contactPerson: 'Ana', email: 'a@andes.example', phone: '1' }
    const data = { ...asked, estimatedCards: '1', comments: '', consent: 'quotation-2026-11-21' }
    await api.write(quotation, { type: 'QuotationRequested', data })
    expect((await listed(`?entity=${quotation}`)).rows).toMatchObject([{ entity: { label: 'Andes' } }])
  })

  test('by type and day in Santiago', async () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(api.clock.now())
    expect(await sentences(`${ENTITY()}&from=${day}`)).toEqual([NEWEST])
    expect(await sentences(`${ENTITY()}&from=${day}&to=${day}`)).toEqual([NEWEST])
    expect((await listed(`${ENTITY()}&from=2999-01-01`)).rows).toEqual([])
    expect((await listed(`?to=2999-12-31&limit=1`)).rows).toHaveLength(1)
  })

  longTest('that finds more than 100 people or entities asks for more letters', async () => {
    const registered = (n: number) => {
      const name = n < 33 ? 'Muchedumbre Rancagua' : 'Muchedumbre'
      return { type: 'AccountRegistered', data: { name, email: `m${n}@x.example` } } as const
    }
    for (let n = 0; n < 101; n += 1) await api.write(accountStream(uuid(0x9000 + n)), registered(n))
    await expectRefused(await call('?person=muchedumbre'), 422, 'invalid')
    await expectRefused(await call('?entity=muchedumbre'), 422, 'invalid')
    expect((await listed('?entity=rancagua')).rows).toHaveLength(33)
    expect((await listed(`${ENTITY()}&person=rancagua`)).rows).toEqual([])
  })
})

testTable([
  ['?from=2026-11-20&to=2026-11-19'],
  ['?from=2026-02-30'],
  ['?type=ProfileTapped'],
  [`?after=${Buffer.from('-at 1 99999999999999999999').toString('base64url')}`],
])('a wrong query is refused, and nothing is appended', async (query) => {
  const before = await api.store.log.headPosition()
  await expectRefused(await call(query), 422, 'invalid')
  await expectRefused(await call(`/not-a-position`), 404, 'not-found')
  await expectRefused(await call(`/999999999999999999`), 404, 'not-found')
  expect(await api.store.log.headPosition()).toBe(before)
})

describe('a reading by an administrator', () => {
  test('is recorded once an hour, without the words of the search [PRIV-14]', async () => {
    api.clock.advance(HOUR_MS)
    const before = (await readings()).length
    const queries = ['?person=antonia%20rivas', '?entity=antonia', '', '?person=antonia', '?limit=3']
    for (const query of queries) expect((await call(query)).status).toBe(200)
    const recorded = (await readings()).slice(before)
    expect(recorded.map(({ data }) => data)).toEqual([
      { filters: [{ form: 'list', person: `account-${owner.id}` }] },
      { filters: [{ form: 'list', entity: 'several' }] },
      { filters: [{ form: 'list' }] },
    ])
    expect(recorded[0]).toMatchObject({ meta: { actor: { kind: 'admin', id: api.admin.id } }, revision: 0n })
    api.clock.advance(HOUR_MS)
    await call()
    expect((await readings()).length).toBe(before + 4)
    const told = await sentences('?type=HistoryRead')
    expect(told).toContain('Administrador leyó el Historial de Antonia Rivas')
    expect(JSON.stringify((await readings()).map(({ data }) => data))).not.toMatch(/antonia/i)
  })

  test('that cannot be recorded shows nothing', async () => {
    api.clock.advance(HOUR_MS)
    await api.db.query('alter function log.append rename to append_away')
    try {
      for (const path of ['', '.csv']) expect((await call(path)).status, path).toBeGreaterThanOrEqual(500)
    } finally {
      await api.db.query('alter function log.append_away rename to append')
    }
  })

  testTable([
    'entity=profile-antonia-rivas',
    'entity=activation-code-SECRETA1',
    'entity=quotation-rivas.example',
    'person=account-antonia.rivas',
  ])('keeps no word, code or name that was written like a stream [PRIV-14]', async (typed) => {
    api.clock.advance(HOUR_MS)
    const before = (await readings()).length
    expect((await call(`?${typed}`)).status).toBe(200)
    const recorded = (await readings()).slice(before)
    expect(recorded).toHaveLength(1)
    expect(JSON.stringify(recorded.map(({ data }) => data))).not.toMatch(/rivas|SECRETA1/i)
  })

  longTest(
    'of one profile, as it was, or in an expediente is recorded too; of one’s own it is not [PRIV-14]',
    async () => {
      await api.settle()
      const [line] = (await listed(`${ENTITY()}&type=ProfileEdited`)).rows
      const paths = [
        `/api/profile/${profile.id}/history`,
        `/api/profile/${profile.id.toUpperCase()}/history?limit=1`,
        `/api/profile/${profile.id}/as-of?version=1`,
        `/api/profile/${profile.id}/expediente`,
        `/api/admin/history/${line!.position}`,
        `/api/account/${owner.id}/expediente`,
      ]
      const read: unknown[] = []
      for (const path of paths) {
        api.clock.advance(HOUR_MS)
        const before = (await readings()).length
        for (let n = 0; n < 2; n += 1)
          await eventually(async () => {
            const answer = await api.call(path, { token: api.admin.token })
            expect([path, answer.status, (await answer.text()).length > 0]).toEqual([path, 200, true])
          })
        read.push(...(await readings()).slice(before).map(({ data }) => data.filters))
      }
      const entity = `profile-${profile.id}`
      expect(read).toEqual([
        [{ form: 'list', entity }],
        [{ form: 'list', entity }],
        [{ form: 'past', entity }],
        [{ form: 'expediente', entity }],
        [{ form: 'event', position: line!.position }],
        [{ form: 'expediente', entity: `account-${owner.id}` }],
      ])
      const recorded = (await readings()).length
      for (const path of [...paths.slice(0, 4), `/api/account/${owner.id}/expediente`])
        await eventually(async () => {
          const answer = await api.call(path, { token: owner.token })
          expect([path, answer.status, (await answer.text()).length > 0]).toEqual([path, 200, true])
        })
      expect((await readings()).length).toBe(recorded)
    },
  )
})

const read = async (token: string) => {
  await api.settle()
  const response = await api.call(`/api/profile/${profile.id}/history`, { token })
  expect(response.status).toBe(200)
  return getProfileHistory.answer.parse(await response.json())
}

test('the history of a profile is told to its owner in second person, without naming administrators, and not recorded', async () => {
  const before = await api.store.log.headPosition()
  const [edited, created, ...others] = await read(owner.token)
  expect(textOfSentence(edited!.sentence)).toBe(
    'Cambiaste el cargo de «Gerenta» a «Directora Comercial» y 1 campo más',
  )
  expect([created!.type, others]).toEqual(['ProfileCreated', []])
  expect(await api.store.log.headPosition()).toBe(before)
  await edit({ company: 'Andes' }, api.admin.token)
  const [byAdmin] = await read(owner.token)
  expect(byAdmin).toMatchObject({ actor: { kind: 'admin', id: null, name: 'Administración' } })
  expect(textOfSentence(byAdmin!.sentence)).toBe('Administración agregó tu empresa «Andes»')
})

describe('one event', () => {
  test('has its payload in clear, and how many others its call made', async () => {
    const [edited] = (await listed(`${ENTITY()}&type=ProfileEdited&person=antonia`)).rows
    const { entry, event, erased } = await detail(edited!.position)
    expect(entry).toEqual(edited)
    expect(event).toMatchObject({
      type: 'ProfileEdited',
      stream: `profile-${profile.id}`,
      revision: '1',
      data: { changes: { position: 'Directora Comercial' } },
    })
    expect(erased).toEqual([])
  })

  test('of a code hides the code and its hashes', async () => {
    const [issued] = (await listed('?type=CodeIssued')).rows
    const { event } = await detail(issued!.position)
    expect(event).toMatchObject({ stream: 'activationCode-•••', data: { sealedCode: '•••', maxProfiles: 1 } })
  })
})

const file = async (address: string) => {
  await api.settle()
  const response = await api.call(address, { token: api.admin.token })
  expect(response.status).toBe(200)
  return { text: await response.text(), disposition: response.headers.get('content-disposition') }
}

test('an export has all lines as CSV', async () => {
  const { total } = await listed(`${ENTITY()}&limit=1`)
  const csv = await file(`/api/admin/history.csv${ENTITY()}`)
  expect(csv.text).toContain('"Cargo: Gerenta → Directora Comercial')
  expect(csv.text).toContain('"Perfil editado"')
  expect(csv.text.match(/^"\d\d-\d\d-\d{4}";/gm)).toHaveLength(total)
  expect(csv.disposition).toMatch(/filename=historial_\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await file('/api/admin/history.csv?entity=profile-nothing')).toMatchObject({
    text: expect.stringContaining('"Fecha";"Hora"'),
  })
})

test('an erased person is «Dato eliminado» in list, detail and export, and their texts are in no row [SCR-14]', async () => {
  const eva = await api.newAccount('Eva Borrable')
  const gone = await api.newProfile('eva-borrable', {
    ownerId: eva.id,
    details: { name: 'Eva', position: 'Maestra' },
  })
  const { status } = await api.call(`/api/admin/profiles/${gone.id}`, {
    method: 'DELETE',
    token: api.admin.token,
  })
  expect(status).toBe(200)
  const { rows } = await listed(`?entity=profile-${gone.id}`)
  const created = rows.find(({ type }) => type === 'ProfileCreated')
  expect(created).toMatchObject({
    entity: { label: null, slug: null },
    changes: [{ is_erased: true }, { is_erased: true }],
  })
  expect(created!.sentence.at(-1)).toEqual({ as: 'erased', text: 'Dato eliminado' })
  const { erased, event } = await detail(created!.position)
  expect([erased.toSorted(), event.data]).toEqual([['details', 'slug'], { ownerId: eva.id }])
  expect(JSON.stringify(rows)).not.toContain('Maestra')
})

const startedDownload = async (path: string, token: string) =>
  eventually(async () => {
    expect((await api.call(path, { token })).status).toBe(200)
    const held = await hold(api.db, 'lock table record.blocks in access exclusive mode')
    const answer = await api.call(path, { token })
    if (answer.status !== 200) await held.rollback()
    expect(answer.status).toBe(200)
    return { answer, letGo: held.rollback }
  })

longTest('an expediente on its way ends with the session of its reader [SEAL-5]', async () => {
  const person = await api.newAccount('Cerrada')
  const { answer, letGo } = await startedDownload(`/api/account/${person.id}/expediente`, person.token)
  const left = await api.post('/api/auth/logout', {}, { token: person.token })
  expect(left.status).toBeLessThan(300)
  await letGo()
  await expect(answer.text()).rejects.toThrow('terminated')
})
