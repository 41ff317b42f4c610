import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { Call } from '@app/contracts/api/call.ts'
import { Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { testTable } from '../../../tests/support/every.ts'
import { auditOf, type Audit, type AuditParts } from './audit.ts'

const LOGIN = { done: 'signed-in', refused: 'login-failed' } as const

interface Asked {
  readonly access?: Call['access']
  readonly audited?: Call['audited']
  readonly limit?: string
  readonly body?: object
  /** In place of a token: whose it is. */
  readonly bearer?: string
}
const depsTo = (events: SecurityEvent[]): AuditParts => ({
  addressOf: () => '203.0.113.7',
  securityLog: (event) => void events.push(event),
  accountIds: (email) => `id of ${email}`,
  accessControl: {
    claimsOf: (bearer) =>
      bearer === undefined ? undefined : { sub: bearer, adm: false, ver: 0, sid: '', exp: 0 },
  },
})

/** The events that are written of a call, without the place of its caller. */
async function written(
  { access = 'everyone', audited = LOGIN, limit, body, bearer }: Asked,
  happens: (audit: Audit) => void,
) {
  const events: SecurityEvent[] = []
  const call = { access, audited, ...(limit !== undefined && { limit: { name: limit } }) } as unknown as Call
  happens(auditOf(depsTo(events), call, { headers: { authorization: bearer }, body } as Request))
  await new Promise(setImmediate)
  return events.map(({ network: _network, ...event }) => event)
}
const failing = (code: RefusalCode, asked: Asked) => written(asked, ({ failed }) => failed(new Refusal(code)))

const MINE = { user: { id: 'mine' } }
testTable<[asked: Asked, answer: unknown, account: string | undefined]>([
  // An attacker may send a session of their own.
  [{ bearer: 'theirs', body: { email: 'ana@x.example' } }, MINE, 'mine'],
  [{ bearer: 'theirs', body: { email: 'ana@x.example' } }, {}, 'id of ana@x.example'],
  [{ body: { email: 7 } }, {}, undefined],
  [{ access: 'signed-in', bearer: 'ana' }, MINE, 'ana'],
  [{ access: 'admin', bearer: 'root', body: { email: 'ana@x.example' } }, MINE, 'root'],
  [{ access: 'optional' }, MINE, 'mine'],
])('what is done is written under the account that did it', async (asked, answer, account) =>
  expect(await written(asked, ({ done }) => done(answer))).toEqual([{ event: 'signed-in', account }]),
)

test('a call that learns whose account it is names that one', async () => {
  const learns = ({ concerns, done }: Audit): void => {
    concerns('found')
    done({})
  }
  expect(await written({ body: { email: 'ana@x.example' } }, learns)).toMatchObject([{ account: 'found' }])
})

testTable<[code: RefusalCode, asked: Asked, event: object | undefined]>([
  ['wrong-credentials', {}, { event: 'login-failed', reason: 'wrong-credentials' }],
  ['wrong-credentials', { audited: {} as never }, undefined],
  ['forbidden', { audited: {} as never }, { event: 'access-denied', reason: 'forbidden' }],
  ['forbidden', {}, { event: 'access-denied', reason: 'forbidden' }],
  ['too-many', { limit: 'login' }, { event: 'throttled', limit: 'login' }],
  ['too-many', { limit: 'traffic' }, { event: 'login-failed', reason: 'too-many' }],
  ['too-many', {}, { event: 'login-failed', reason: 'too-many' }],
  ['unavailable', {}, undefined],
])('a refusal is written as its call names it, and a fault of ours is not', async (code, asked, event) =>
  expect(await failing(code, asked)).toEqual(event === undefined ? [] : [{ ...event, account: undefined }]),
)

test('neither an error, an answer that was a refusal, nor a call without events is written', async () => {
  expect(await written({}, ({ failed }) => failed(new Error('boom')))).toEqual([])
  expect(await written({}, ({ done }) => done(undefined))).toEqual([])
  expect(await written({ audited: {} as never }, ({ done }) => done(MINE))).toEqual([])
})

test('a line has the block of its caller’s network, and never a whole address [PRIV-12]', () => {
  const networks = ['2001:db8:1:2:3:4:5:6', '198.51.100.77'].map((address) => {
    const lines: SecurityEvent[] = []
    const deps = { ...depsTo(lines), addressOf: () => address }
    auditOf(deps, { access: 'everyone', audited: LOGIN } as Call, {} as Request).done({})
    return lines[0]?.network
  })
  expect(networks).toEqual(['2001:db8:1::/48', '198.51.100.0/24'])
})
