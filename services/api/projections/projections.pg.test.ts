import { beforeAll, expect, test } from 'vitest'
import {
  getAdminParked,
  getAdminProjections,
  postAdminParkedSkip,
} from '@app/contracts/api/admin/projection-calls.ts'
import { getAdminHistory } from '@app/contracts/api/admin/admin-history.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { READ_MODELS } from '@app/contracts/read-models.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'

const ACCOUNT = uuid(0x4_000)
const ACCOUNTS = '/api/admin/projections/accounts/parked'

const api = useTestApi()
/** A rename before its account was registered, and the account behind it. */
let first: string
beforeAll(async () => {
  await write(api.store, api.clock.now(), accountStream(ACCOUNT), [
    { type: 'AccountRenamed', data: { name: 'Ana' } },
    { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@tarjeta.example' } },
  ])
  await api.settle()
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
  await expectRefused(await act('retry', { position: 'mañana' }), 422, 'invalid')
  await expectRefused(await act('retry', { position: '1' }), 404, 'not-found')
  const { admin, owner } = api
  const unknown = await api.post('/api/admin/projections/nada/parked/retry', {}, { token: admin.token })
  expect([unknown.status, await unknown.json()]).toMatchObject([422, { detail: 'Esa vista no existe.' }])
  const byOwner = { position: first, reason: 'x' }
  await expectRefused(await api.post(SKIP, byOwner, { token: owner.token }), 403, 'forbidden')
  expect(await listed()).toHaveLength(2)
})

test('a retry and a skip answer what is left, and stand in the history with who acted and why [PROJ-10]', async () => {
  expect(await (await act('retry', {})).json()).toEqual({ gone: 0, left: 2, next: null })
  const skipped = await act('skip', { position: first, reason: 'Llegó antes que su cuenta' })
  expect(postAdminParkedSkip.answer.parse(await skipped.json())).toEqual({ gone: 2, left: 0, next: null })
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
