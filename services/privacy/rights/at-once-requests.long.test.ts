import { expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { visitorSubject } from '@app/contracts/taps/events.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const api = useTestApi()

/** Of each request about somebody: what was asked where, and how it ended. */
async function requestsAbout(about: string): Promise<readonly string[]> {
  const events = await wholeLog(api.store, ['RequestReceived', 'RequestAnswered'])
  return events
    .filter(({ type, data }) => type === 'RequestReceived' && data.about === about)
    .map(({ stream, data }) => {
      const answers = events.filter((event) => event.stream === stream && event.type === 'RequestAnswered')
      const outcomes = answers.map((event) => event.data.outcome)
      return ([data.kind, data.channel, data.proof, ...outcomes] as string[]).join(' ')
    })
}

const FORM = { full_name: 'Rosa Ñancupil', phone: '+56 9 8765 4321', description: 'Feria' }

test('each press of “Mis datos” leaves one request with its answer [PRIV-17]', async () => {
  const { id } = await api.newProfile('de-rosa', { id: uuid(0x8000) })
  const visitor_id = uuid(0x8001)
  const headers = { 'visitor-id': visitor_id }
  const path = `/api/public/my-data/${id}`
  expect((await api.post(`/api/public/identify/${id}`, { ...FORM, visitor_id })).status).toBe(200)
  const about = visitorSubject(id, visitor_id)
  for (let times = 1; times <= 2; times += 1) expect((await api.call(path, { headers })).status).toBe(200)
  expect(await requestsAbout(about)).toEqual(['access browser browser done'])
  const objected = await api.call(`${path}/object`, { method: 'POST', headers })
  const erased = await api.call(path, { method: 'DELETE', headers })
  expect([objected.status, erased.status]).toEqual([200, 200])
  await eventually(async () =>
    expect(await requestsAbout(about)).toEqual([
      'access browser browser done',
      'objection browser browser done',
      'erasure browser browser done',
    ]),
  )
})

test('a browser that left nothing leaves no request', async () => {
  const visitor = uuid(0x8002)
  const path = `/api/public/my-data/${api.profile.id}`
  for (const method of ['GET', 'DELETE'])
    expect((await api.call(path, { method, headers: { 'visitor-id': visitor } })).status).toBe(404)
  expect(await requestsAbout(visitorSubject(api.profile.id, visitor))).toEqual([])
})

test('the screens of an account leave one request with its answer each [PRIV-17]', async () => {
  const { id, token } = await api.newAccount('Nelson')
  const about = accountStream(id)
  const exported = await api.call('/api/auth/export', { token })
  expect([exported.status, (await exported.arrayBuffer()).byteLength > 0]).toEqual([200, true])
  // Recorded once the file was sent.
  await eventually(async () =>
    expect(await requestsAbout(about)).toEqual(['portability account session done']),
  )
  const deleted = await api.post('/api/auth/me', { password: PASSWORD }, { method: 'DELETE', token })
  expect(deleted.status).toBe(200)
  await eventually(async () =>
    expect(await requestsAbout(about)).toEqual([
      'portability account session done',
      'erasure account session done',
    ]),
  )
})
