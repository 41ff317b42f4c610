import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts/events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { newId } from '../kernel/log/ids.ts'
import type { Events } from '../kernel/commands.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { createLog } from '../platform/observability/log.ts'
import type { Passwords } from './identity/passwords.ts'
import { issue } from './testing/people.ts'
import type { Credentials } from './logins/credentials.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { authRoutes } from './auth-routes.ts'
import { createAnswerTime } from '../platform/http/answer-time.ts'
import { errorHandler } from '../platform/http/errors.ts'
import { createHashingQueue } from '../platform/http/limits/hashing.ts'
import { createMemorySessions } from '../platform/http/testing/memory-sessions.ts'
import { write } from '../../tests/support/api/test-log.ts'
import { createTestAccessControl } from '../platform/http/testing/test-access-control.ts'
import type { AccountDeps } from './account-deps.ts'

/** Races between two steps of a call, on a log in memory, where a test decides what runs in between. */

const NOW = new Date('2026-11-18T15:00:00.000Z')
const ANA = '0199a000-0000-8000-8000-00000000000a'
const EMAIL = 'ana@correo.example'
const PASSWORD = 'Clave-de-prueba-1'
const NEW = 'Clave-nueva-2'
const CODE = 'K7WM-3XQA-9PZT'

let store: Events
let hashes: Map<string, string>
let server: Server
/** Runs once, just before a comparison or a hash is answered. */
let between: () => Promise<void>
/** Runs once a call's session was checked. */
let admitted: () => Promise<unknown>
let pause: (ms: number) => Promise<unknown>
let requestMail: AccountDeps['requestMail']

const happens = (...events: readonly DomainEvent[]) => write(store, NOW, accountStream(ANA), events)

const meanwhile = async (): Promise<void> => {
  const once = between
  between = async () => undefined
  await once()
}
const passwords: Passwords = {
  hash: async (password) => {
    await meanwhile()
    return `hash of ${password}`
  },
  matches: async (password, hash) => {
    await meanwhile()
    return hash === `hash of ${password}`
  },
  isCommon: async () => false,
  stop: async () => undefined,
}

/** In memory, like services/accounts/logins/credentials.ts, by account and name. */
const credentials: Credentials = {
  find: async (id, name) => hashes.get(`${id} ${name}`),
  add: async (id, name, hash) => {
    const isNew = !hashes.has(`${id} ${name}`)
    if (isNew) hashes.set(`${id} ${name}`, hash)
    return isNew
  },
  remove: async (id, names) => names.forEach((name) => hashes.delete(`${id} ${name}`)),
}

beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now: () => NOW, newId })
  hashes = new Map()
  between = async () => undefined
  admitted = async () => undefined
  pause = async () => undefined
  requestMail = async () => undefined
  const log = createLog('silent')
  const openSessions = createMemorySessions(() => NOW)
  const deps: AccountDeps = {
    store,
    names: NAMES,
    credentials,
    passwords,
    now: () => NOW,
    newId,
    log,
    eraseOwn: async () => true,
    takeAccountMail: async () => undefined,
    requestMail: (...asked) => requestMail(...asked),
    securityLog: () => undefined,
    hashing: createHashingQueue(),
    heavyReads: { run: () => Promise.reject(new Error('none here')) },
    answerTime: createAnswerTime((ms) => pause(ms)),
    accessControl: createTestAccessControl({ now: () => NOW }, store, openSessions),
    openSessions,
    usualAddresses: { has: async () => false, add: async () => undefined },
    limits: {
      run: async (_name, _call, _response, work) => {
        await admitted()
        return work()
      },
      takeTraffic: () => Object.assign(() => undefined, { undo: () => undefined }),
    },
    keyedIds: { of: () => (name) => `${name} of k` },
    waitFor: async () => true,
    accountIds: () => ANA,
    findAccountId: async () => ANA,
    addressOf: () => '::1',
    keyOfToday: async () => Buffer.alloc(32, 7),
    publicUrl: 'https://tarjeta.example',
  }
  const app = express().use(express.json()).use(authRoutes(deps)).use(errorHandler(log))
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const call = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth/${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
const post = (path: string, body: object, token = '') =>
  call(path, token, { method: 'POST', body: JSON.stringify(body) })
const register = (password = PASSWORD) => post('register', { name: 'Ana', email: EMAIL, password })
const login = (password: string) => post('login', { email: EMAIL, password })
const tokenOf = async (response: Response) =>
  ((await response.json()) as { access_token: string }).access_token
const hashesNow = () => [...hashes.values()].sort()

test('a repeated registration opens its account for the same password alone [LOG-9]', async () => {
  await register()
  const again = await register()
  expect([again.status, await again.json()]).toMatchObject([200, { user: { id: ANA } }])
  const stranger = await register(NEW)
  expect(stranger.status).toBe(409)
  expect(hashesNow()).toEqual([`hash of ${PASSWORD}`])
  expect((await login(PASSWORD)).status).toBe(200)
  expect((await login(NEW)).status).toBe(401)
})

test('an address that somebody else takes meanwhile is taken, and the loser’s password goes', async () => {
  hashes.set(`${ANA} hers`, 'hash of another')
  between = () =>
    happens({ type: 'AccountRegistered', data: { name: 'A', email: EMAIL, credentialId: 'hers' } })
  const refused = await register()
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'email-taken', field: 'email' }])
  expect(hashesNow()).toEqual(['hash of another'])
})

test('a password that is changed while it is compared opens nothing', async () => {
  await register()
  hashes.set(`${ANA} new`, `hash of ${NEW}`)
  between = () => happens({ type: 'PasswordChanged', data: { by: 'reset', credentialId: 'new' } })
  expect((await login(PASSWORD)).status).toBe(401)
  expect((await login(NEW)).status).toBe(200)
})

test('a password that is about to be named by another call is not removed', async () => {
  const token = await tokenOf(await register())
  between = async () => {
    hashes.set(`${ANA} coming`, 'hash of coming')
  }
  const body = { current_password: PASSWORD, new_password: NEW, confirm_password: NEW }
  expect((await post('change-password', body, token)).status).toBe(200)
  await happens({ type: 'PasswordChanged', data: { by: 'reset', credentialId: 'coming' } })
  expect((await login('coming')).status).toBe(200)
})

test('an activation answers no session if all sessions were ended meanwhile', async () => {
  const token = await tokenOf(await register())
  await issue(store, CODE, 1)
  expect((await call('me', token)).status).toBe(200)
  admitted = () =>
    happens(
      { type: 'ExternalLoginLinked', data: { issuer: 'https://accounts.example', subject: 'ana' } },
      { type: 'PasswordDropped', data: {} },
    )
  const answer = await post('activate', { code: CODE }, token)
  expect(answer.status).toBe(200)
  expect((await call('me', await tokenOf(answer))).status).toBe(401)
})

test('a forgotten password is answered after a time that does not depend on an account', async () => {
  const moments: (() => void)[] = []
  pause = (ms) => {
    expect(ms).toBe(300)
    return new Promise((resolve) => moments.push(() => resolve(undefined)))
  }
  const asked: string[] = []
  requestMail = async ({ subject }) => void asked.push(subject)
  for (const isRegistered of [false, true]) {
    if (isRegistered) await register()
    let isAnswered = false
    const answer = post('forgot-password', { email: EMAIL }).finally(() => (isAnswered = true))
    await expect.poll(() => moments).toHaveLength(1)
    // One that came later, and whose moment has come, is answered meanwhile.
    const later = post('forgot-password', { email: EMAIL })
    await expect.poll(() => moments).toHaveLength(2)
    moments.pop()?.()
    expect((await later).status).toBe(200)
    expect(isAnswered).toBe(false)
    moments.pop()?.()
    expect((await answer).status).toBe(200)
  }
  expect(new Set(asked)).toEqual(new Set([accountStream(ANA)]))
  expect(asked).toHaveLength(4)
})
