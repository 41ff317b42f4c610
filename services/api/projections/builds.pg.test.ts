import { expect, test } from 'vitest'
import { getAdminHistory } from '@app/contracts/api/admin/admin-history.ts'
import { getAdminProjections, postAdminBuildsCompare } from '@app/contracts/api/admin/projection-calls.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const api = useTestApi()

const BUILDS = '/api/admin/projections/accounts/builds'
const COMPARE = '/api/admin/projections/accounts/builds/compare'

const post = (path: string, body: object = {}, { token } = api.admin): Promise<Response> =>
  api.post(path, body, { token })
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
  await expectRefused(await order('mañana'), 422, 'invalid')
  const unknown = post('/api/admin/projections/nada/builds', { order: 'make' })
  expect(await detailOf(unknown)).toEqual([422, 'Esa vista no existe.'])
  await expectRefused(await post(BUILDS, { order: 'make' }, api.owner), 403, 'forbidden')
  expect(await states()).toEqual(['live'])
})

test('rows are made beside, compared, swapped in and back, and each order stands in the history [PROJ-11]', async () => {
  expect((await order('make')).status).toBe(200)
  expect(await detailOf(order('make'))).toEqual([409, 'Esa vista ya se está reconstruyendo.'])
  const { build, events } = await beside('ready')
  const [live] = await lines()
  expect(events).toBe(live!.events)
  expect(await detailOf(order('swap', build))).toEqual([409, 'Compara las dos versiones antes de cambiar.'])
  await api.db.query(
    'update read.accounts set max_profiles = 99 where id = (select min(id) from read.accounts)',
  )
  const compared = postAdminBuildsCompare.answer.parse(await (await post(COMPARE, { build })).json())
  expect(compared.tables.filter(({ only_live: only }) => only > 0)).toMatchObject([
    { table: 'accounts', only_live: 1, only_other: 1 },
  ])
  expect(compared.rows.filter(({ is_live: isLive }) => isLive)).toMatchObject([
    { table: 'accounts', text: expect.stringContaining('max_profiles=99') as string },
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
    expect.stringMatching(/ ordenó usar la reconstrucción de «Usuarios», con 2 filas distintas$/),
    expect.stringMatching(/ ordenó reconstruir «Usuarios»$/),
  ])
})

test('rows are compared anew after those in use change, and cancelled ones leave nothing [PROJ-11]', async () => {
  const { build: former } = await beside('former')
  await order('make')
  const { build } = await beside('ready')
  await post(COMPARE, { build })
  expect(await beside('ready')).toMatchObject({ differing: 2 })
  await order('swap', former)
  // They were compared with rows that are no longer in use.
  expect(await beside('ready')).toMatchObject({ differing: null })
  expect((await order('cancel', build)).status).toBe(200)
  expect(await states()).toEqual(['live', 'former'])
  const { rows } = await api.db.query('select from pg_namespace where nspname = $1', [build])
  expect(rows).toEqual([])
})
