import { beforeAll, expect, test } from 'vitest'
import {
  getAdminParked,
  getAdminProjections,
  postAdminParkedSkip,
  postAdminBuildsCompare,
  READ_MODELS,
} from '@app/contracts/data.ts'
import { getAdminHistory } from '@app/contracts/audit.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { uuid } from '../../tests/support/api/test-log.ts'

const ACCOUNT = uuid(0x4_000)

const ACCOUNTS = '/api/admin/projections/accounts/parked'

const api = useTestApi()

/** A rename before its account was registered, and the account behind it. */
let first: string

beforeAll(async () => {
  await api.write(
    accountStream(ACCOUNT),
    { type: 'AccountRenamed', data: { name: 'Ana' } },
    { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@tarjeta.example' } },
  )
  first = (await listed())[0]!.position
})

const read = async (path: string): Promise<unknown> => {
  const response = await api.call(path, { token: api.admin.token })
  expect(response.status).toBe(200)
  return response.json()
}

const listed = async () => getAdminParked.answer.parse(await read(ACCOUNTS))

const SKIP = '/api/admin/projections/accounts/parked/skip'

const act = (name: 'retry' | 'skip', body: unknown): Promise<Response> =>
  api.post(name === 'skip' ? SKIP : `${ACCOUNTS}/retry`, body, { token: api.admin.token })

test('each read model has its state, its lag and how many events it has parked', async () => {
  const builds = await eventually(async () => {
    const answer = getAdminProjections.answer.parse(await read('/api/admin/projections'))
    expect(answer.builds.map(({ state, lag_seconds: lag }) => [state, lag])).toEqual(
      READ_MODELS.map(() => ['live', 0]),
    )
    return answer.builds
  })
  expect(builds.map(({ projection }) => projection)).toEqual([...READ_MODELS])
  const accounts = builds.find(({ projection }) => projection === 'accounts')
  expect(accounts).toMatchObject({ title: 'Usuarios', parked: 2, error: null, events_ahead: 0 })
})

test('parked events are listed with their reason [PROJ-10]', async () => {
  expect(await listed()).toMatchObject([
    { type: 'AccountRenamed', error: expect.stringContaining('before AccountRegistered') as string },
    { type: 'AccountRegistered', error: null, waits_for: first },
  ])
})

test('what is no order is refused with a sentence, and nothing changes', async () => {
  const [, second] = await listed()
  const empty = await act('skip', { position: first, reason: ' ' })
  expect([empty.status, await empty.json()]).toMatchObject([422, { detail: 'Escribe por qué se omite.' }])
  await expectRefused(await act('skip', { position: '1', reason: 'x' }), 404, 'not-found')
  await expectRefused(await act('skip', { position: second!.position, reason: 'x' }), 409, 'conflict')
  const token = api.admin.token
  const unknown = await api.post('/api/admin/projections/nada/parked/retry', {}, { token })
  expect([unknown.status, await unknown.json()]).toMatchObject([422, { detail: 'Esa vista no existe.' }])
  expect(await listed()).toHaveLength(2)
})

test('a retry and a skip answer what is left, and stand in the history with who acted and why [PROJ-10]', async () => {
  expect(await (await act('retry', {})).json()).toEqual({ gone: 0, left: 2 })
  const skipped = await act('skip', { position: first, reason: 'Llegó antes que su cuenta' })
  expect(postAdminParkedSkip.answer.parse(await skipped.json())).toEqual({ gone: 2, left: 0 })
  expect(await listed()).toEqual([])
  await api.settle()
  // The reading is recorded as well, perhaps before it is answered.
  const newest = getAdminHistory.answer.parse(await read('/api/admin/history?limit=3'))
  const entries = newest.filter(({ type }) => type !== 'HistoryRead').slice(0, 2)
  expect(entries.map(({ sentence }) => sentence.map(({ text }) => text).join(''))).toEqual([
    expect.stringMatching(/ omitió el evento apartado #\d+ de «Usuarios»: Llegó antes que su cuenta$/),
    expect.stringMatching(/ reintentó los eventos apartados de «Usuarios»$/),
  ])
})

const BUILDS = '/api/admin/projections/accounts/builds'

const COMPARE = '/api/admin/projections/accounts/builds/compare'

const post = (path: string, body: object = {}): Promise<Response> =>
  api.post(path, body, { token: api.admin.token })

const order = (name: string, build?: string): Promise<Response> => post(BUILDS, { order: name, build })

async function lines() {
  const response = await api.call('/api/admin/projections', { token: api.admin.token })
  const { builds } = getAdminProjections.answer.parse(await response.json())
  return builds.filter(({ projection }) => projection === 'accounts')
}

const states = async () => (await lines()).map(({ state }) => state)

const beside = (state: string) =>
  eventually(async () => {
    const line = (await lines()).find((one) => one.state === state)
    expect(line).toMatchObject({ state, error: null })
    return line!
  })

async function detailOf(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  return [response.status, ((await response.json()) as { readonly detail?: string }).detail]
}

test('what cannot be done is refused with a sentence, and nothing changes [PROJ-11]', async () => {
  const gone = [409, 'Esas filas ya no están. No se cambió nada.']
  const [live] = await lines()
  expect(await detailOf(order('cancel', 'accounts_v0'))).toEqual(gone)
  expect(await detailOf(order('swap'))).toEqual(gone)
  expect(await detailOf(order('swap', live!.build))).toEqual(gone)
  expect(await detailOf(post(COMPARE, { build: 'traffic_v1' }))).toEqual(gone)
  const unknown = post('/api/admin/projections/nada/builds', { order: 'make' })
  expect(await detailOf(unknown)).toEqual([422, 'Esa vista no existe.'])
  expect(await states()).toEqual(['live'])
})

test('rows are made beside, compared, swapped in and back, and each order stands in the history [PROJ-11]', async () => {
  expect((await order('make')).status).toBe(200)
  expect(await detailOf(order('make'))).toEqual([409, 'Esa vista ya se está reconstruyendo.'])
  const { build, events } = await beside('ready')
  const [live] = await lines()
  expect(events).toBe(live!.events)
  await api.db.query(
    'update read.accounts set max_profiles = 99 where id = (select min(id) from read.accounts)',
  )
  const compared = postAdminBuildsCompare.answer.parse(await (await post(COMPARE, { build })).json())
  expect(compared.tables.filter(({ only_live: only }) => only > 0)).toMatchObject([
    { table: 'accounts', only_live: 1, only_other: 1 },
  ])
  expect((await order('swap', build)).status).toBe(200)
  expect(await lines()).toMatchObject([
    { state: 'live', build },
    { state: 'former', replaced_at: expect.any(String) as string },
  ])
  expect((await order('swap', live!.build)).status).toBe(200)
  expect((await lines())[0]).toMatchObject({ state: 'live', build: live!.build })
  await api.settle()
  // The reading is recorded as well, perhaps before it is answered.
  const history = await api.call('/api/admin/history?type=RebuildOrdered&limit=3', { token: api.admin.token })
  const entries = getAdminHistory.answer.parse(await history.json())
  expect(entries.map(({ sentence }) => sentence.map(({ text }) => text).join(''))).toEqual([
    expect.stringMatching(/ ordenó volver a la versión anterior de «Usuarios»$/),
    expect.stringMatching(/ ordenó usar la reconstrucción de «Usuarios»$/),
    expect.stringMatching(/ ordenó reconstruir «Usuarios»$/),
  ])
})

test('cancelled rows leave nothing [PROJ-11]', async () => {
  await order('make')
  const { build } = await beside('ready')
  expect((await order('cancel', build)).status).toBe(200)
  expect(await states()).toEqual(['live', 'former'])
  const { rows } = await api.db.query('select from pg_namespace where nspname = $1', [build])
  expect(rows).toEqual([])
})
