import { expect, test } from 'vitest'
import { getAdminHistory } from '@app/contracts/api/admin/admin-history.ts'
import { getAdminProjections } from '@app/contracts/api/admin/projection-calls.ts'
import { postAdminRebuildCompare, postAdminRebuildEstimate } from '@app/contracts/api/admin/rebuild-calls.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const api = useTestApi()

const REBUILD = '/api/admin/projections/accounts/rebuild'
const ESTIMATE = '/api/admin/projections/accounts/rebuild/estimate'
const COMPARE = '/api/admin/projections/accounts/rebuild/compare'
const SWAP = '/api/admin/projections/accounts/rebuild/swap'
const ROLLBACK = '/api/admin/projections/accounts/rollback'

const post = (path: string, body: object = {}, { token } = api.admin): Promise<Response> =>
  api.post(path, body, { token })
const order = (name: string): Promise<Response> => post(REBUILD, { order: name })

async function line() {
  const response = await api.call('/api/admin/projections', { token: api.admin.token })
  const { projections } = getAdminProjections.answer.parse(await response.json())
  return projections.find(({ name }) => name === 'accounts')!
}
const ready = () =>
  eventually(async () => expect((await line()).rebuild).toMatchObject({ state: 'ready', error: null }))

async function detailOf(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  return [response.status, ((await response.json()) as { readonly detail?: string }).detail]
}

test('an estimate says how many events a rebuild reads, and changes nothing', async () => {
  const estimate = postAdminRebuildEstimate.answer.parse(await (await post(ESTIMATE)).json())
  expect(estimate).toEqual({ events: expect.any(Number) as number, seconds: expect.any(Number) as number })
  expect(estimate.events).toBeGreaterThan(1)
  expect(await line()).toMatchObject({ rebuild: null, replaced_at: null })
})

test('what cannot be done yet is refused with a sentence, and nothing changes [PROJ-11]', async () => {
  expect(await detailOf(order('cancel'))).toEqual([409, 'Esa vista no se está reconstruyendo.'])
  expect(await detailOf(post(ROLLBACK))).toEqual([
    409,
    'La vista accounts no tiene una anterior guardada. No se cambió nada.',
  ])
  await expectRefused(await order('mañana'), 422, 'invalid')
  expect(await detailOf(post('/api/admin/projections/nada/rebuild', { order: 'start' }))).toEqual([
    422,
    'Esa vista no existe.',
  ])
  await expectRefused(await post(REBUILD, { order: 'start' }, api.owner), 403, 'forbidden')
  expect((await line()).rebuild).toBeNull()
})

test('a rebuild is made beside, compared, swapped in and rolled back, and each order stands in the history [PROJ-11]', async () => {
  expect((await order('start')).status).toBe(200)
  expect(await detailOf(order('start'))).toEqual([409, 'Esa vista ya se está reconstruyendo.'])
  await ready()
  const { events, events_in_use: inUse } = (await line()).rebuild!
  expect(events).toBe(inUse)
  expect(await detailOf(post(SWAP))).toEqual([409, 'Compara las dos versiones antes de cambiar.'])
  await api.db.query(
    'update read.accounts set max_profiles = 99 where id = (select min(id) from read.accounts)',
  )
  const compared = postAdminRebuildCompare.answer.parse(await (await post(COMPARE)).json())
  expect(compared).toMatchObject({
    differing: 1,
    rows: [{ table: 'accounts' }],
  })
  const refused = await post(SWAP, { typed: 'traffic' })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { detail: 'Hay filas distintas: escribe accounts para cambiar.', field: 'typed' },
  ])
  expect((await post(SWAP, { typed: 'accounts' })).status).toBe(200)
  expect(await line()).toMatchObject({ rebuild: null, replaced_at: expect.any(String) as string })
  expect((await post(ROLLBACK)).status).toBe(200)
  await api.settle()
  // The reading is recorded as well, perhaps before it is answered.
  const history = await api.call('/api/admin/history?type=RebuildOrdered&limit=3', { token: api.admin.token })
  const entries = getAdminHistory.answer.parse(await history.json())
  expect(entries.map(({ sentence }) => sentence.map(({ text }) => text).join(''))).toEqual([
    expect.stringMatching(/ ordenó volver a la versión anterior de «Usuarios»$/),
    expect.stringMatching(/ ordenó usar la reconstrucción de «Usuarios», con 1 fila distinta$/),
    expect.stringMatching(/ ordenó reconstruir «Usuarios»$/),
  ])
})

test('a rebuild is compared anew after the rows in use change, and a cancelled one leaves nothing [PROJ-11]', async () => {
  await order('start')
  await ready()
  await post(COMPARE)
  expect((await line()).rebuild).toMatchObject({ differing: 1 })
  // What it was compared with is no longer in use.
  await post(ROLLBACK)
  expect((await line()).rebuild).toMatchObject({ differing: null })
  expect((await order('cancel')).status).toBe(200)
  expect((await line()).rebuild).toBeNull()
})
