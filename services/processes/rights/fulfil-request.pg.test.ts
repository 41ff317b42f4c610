import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { requestStream, type RequestKind } from '@app/contracts/events/rights-events.ts'
import { dyingAfter } from '../testing/dying-store.ts'
import { openErasingSide, type ErasingSide } from '../testing/erasing-side.ts'
import { fulfilConfirmed, fulfilmentReaction } from './fulfil-request.ts'
import { handleRequest } from './requests.ts'

const ADMIN: Actor = { kind: 'admin', id: 'jefa' }
const publicUrl = 'https://tarjeta.example'
const profileId = '0199a000-0000-7000-8000-00000000aaaa'

let side: ErasingSide
beforeAll(async () => {
  side = await openErasingSide()
})
afterAll(() => side.close())

let visitorId = ''
let requestId = ''
let confirmation: StoredEvent
let erasedBefore = 0

async function confirmed(kind: RequestKind): Promise<void> {
  const about = visitorSubject(profileId, visitorId)
  await side.identify({ profileId, visitorId, fullName: 'Rosa Ñancupil' })
  const request = { kind, channel: 'form', proof: 'none', profileId, email: 'rosa@correo.example' } as const
  await handleRequest(side.deps, requestId, { type: 'Receive', request }, { kind: 'visitor', id: requestId })
  await handleRequest(side.deps, requestId, { type: 'Confirm', about }, ADMIN)
  confirmation = (await side.events('RequestConfirmed')).at(-1)!
  erasedBefore = (await side.events('SubjectErased')).length
}

beforeEach(() => {
  visitorId = side.deps.newId()
  requestId = side.deps.newId()
})

const typesOf = async () =>
  (await side.own.store.readStream(requestStream(requestId))).map(({ type }) => type)
const erasures = async () => (await side.events('SubjectErased')).length - erasedBefore
/** As another process that reads the log. */
const react = () => fulfilmentReaction({ ...side.deps, publicUrl }).react(side.deps, confirmation)

const DONE = ['RequestReceived', 'RequestConfirmed', 'RequestAnswered']

test.each([
  ['the key is destroyed and the log does not know it', 0],
  ['the visitor is erased and nobody is answered', 1],
  ['all is done', 2],
])('a process that dies once %s leaves one erasure and one answer [PRIV-17]', async (_when, appends) => {
  await confirmed('erasure')
  const dying = { ...side.deps, publicUrl, store: dyingAfter(appends, side.deps.store) }
  const work = fulfilConfirmed(dying, requestId, ADMIN)
  if (appends < 2) await expect(work).rejects.toThrow('the process died')
  else await work
  for (let times = 1; times <= 2; times += 1) await react()
  expect(await typesOf()).toEqual(DONE)
  expect(await erasures()).toBe(1)
  expect(await side.deps.keys.idsOf([visitorSubject(profileId, visitorId)])).toEqual(new Map())
})

test('processes that finish it at once erase once and answer once [PRIV-17]', async () => {
  await confirmed('erasure')
  await Promise.all([react(), fulfilConfirmed({ ...side.deps, publicUrl }, requestId, ADMIN), react()])
  expect(await typesOf()).toEqual(DONE)
  expect(await erasures()).toBe(1)
})

test('an access erases nothing', async () => {
  await confirmed('access')
  await react()
  expect(await typesOf()).toEqual(DONE)
  expect(await erasures()).toBe(0)
})

test('a request that nobody confirmed is left alone', async () => {
  const request = { kind: 'erasure', channel: 'form', proof: 'none', profileId } as const
  await handleRequest(side.deps, requestId, { type: 'Receive', request }, ADMIN)
  await fulfilConfirmed({ ...side.deps, publicUrl }, requestId, ADMIN)
  expect(await typesOf()).toEqual(['RequestReceived'])
})
