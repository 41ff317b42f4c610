import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request, type Response as Answer } from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { StoreError, type StoreErrorCode } from '@app/contracts/event-store.ts'
import { REFUSALS, Refusal, refusalBody, type RefusalCode } from '@app/contracts/refusals.ts'
import { testTable } from '../../../tests/support/every.ts'
import { errorHandler, refusalOf, refuseWritesWithoutSpace } from './errors.ts'
import { jsonIn } from './parse-call.ts'

const storeError = (code: StoreErrorCode) => new StoreError(code, 'position 7: inner words')

/** The handler in a server of its own; the test decides what a route throws. */
let thrown: unknown
let server: Server
let base: string
let logged: string[]
beforeAll(async () => {
  const app = express()
  app.use(express.text({ limit: 1_024, type: 'application/json' }))
  app.post('/body', (request, response) => response.json(jsonIn(request.body as string)))
  app.get('/late', (_request, response) => {
    response.write('half')
    throw new Error('too late')
  })
  app.get('/word/:word', () => {
    throw thrown
  })
  app.use(errorHandler(pino({ base: null }, { write: (line: string) => logged.push(line) })))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  logged = []
})

const answerOf = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  body: refusalBody.parse(await response.json()),
})
async function answerTo(error: unknown) {
  thrown = error
  return answerOf(await fetch(`${base}/word/x`))
}

test('a refusal is answered with its status, its code, and its own sentence, field and time to retry, if it has them', async () => {
  for (const code of Object.keys(REFUSALS) as RefusalCode[]) {
    const { status, detail } = REFUSALS[code]
    const retryAfter = status === 503 ? '2' : null
    expect(await answerTo(new Refusal(code))).toEqual({ status, retryAfter, body: { detail, code } })
  }
  const own = new Refusal('too-many', 'Espera.', { field: 'email', retryAfterSeconds: 30 })
  const body = { detail: 'Espera.', code: 'too-many', field: 'email' }
  expect(await answerTo(own)).toEqual({ status: 429, retryAfter: '30', body })
})

testTable<readonly [error: unknown, refusal: RefusalCode]>([
  [storeError('Conflict'), 'conflict'],
  [storeError('TooLarge'), 'too-large'],
  [storeError('Unavailable'), 'unavailable'],
  [storeError('Timeout'), 'unavailable'],
  ...(['Corrupt', 'Invalid', 'AccessDenied'] as const).map(
    (code) => [storeError(code), 'unexpected'] as const,
  ),
  [{ code: '42P01', message: 'relation "read.codes" does not exist' }, 'unavailable'],
  [{ code: '42P01', message: 'relation "vault.codes" does not exist' }, 'unexpected'],
  [{ code: '42703', message: 'column c.words does not exist' }, 'unavailable'],
  [{ status: 400 }, 'malformed'],
  [{ status: 403 }, 'not-found'],
  [{ status: 404 }, 'not-found'],
  [{ status: 412 }, 'malformed'],
  [{ status: 416 }, 'malformed'],
  ...[new Error('secreto'), 'secreto', { secreto: 1 }, null, undefined, 7].map(
    (error) => [error, 'unexpected'] as const,
  ),
])('an error of the store, of the database or of Express has the refusal of its kind', (error, refusal) => {
  expect(refusalOf(error).code).toBe(refusal)
})

test('an unexpected error hides its cause, and is logged with it and the route, without what the visitor typed [PRIV-12]', async () => {
  thrown = new Error('secreto')
  const answer = await answerOf(await fetch(`${base}/word/ana@x.example?phone=912345678`))
  const body = { detail: REFUSALS.unexpected.detail, code: 'unexpected' }
  expect(answer).toEqual({ status: 500, retryAfter: null, body })
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatch(/secreto.*\/word\/:word/)
  expect(logged[0]).not.toMatch(/ana@x|912345678/)
})

testTable<[body: string, headers: Record<string, string>, code: RefusalCode]>([
  ['{"a":', {}, 'malformed'],
  ['"a"', {}, 'malformed'],
  [JSON.stringify({ a: 'x'.repeat(2_000) }), {}, 'too-large'],
  ['{}', { 'Content-Encoding': 'zip' }, 'unsupported-media'],
  ['{}', { 'Content-Type': 'application/json; charset=x' }, 'unsupported-media'],
  // It is not the gzip that it says.
  ['{}', { 'Content-Encoding': 'gzip' }, 'malformed'],
])('a request that cannot be read is refused as the caller’s fault', async (text, headers, code) => {
  const init = { method: 'POST', body: text, headers: { 'Content-Type': 'application/json', ...headers } }
  const { status, body } = await answerOf(await fetch(`${base}/body`, init))
  expect([status, body.code]).toEqual([REFUSALS[code].status, code])
  expect((await fetch(`${base}/word/%E0%A4%A`)).status).toBe(REFUSALS.malformed.status)
  expect(logged).toEqual([])
})

testTable([
  ['GET', false, 200],
  ['OPTIONS', false, 200],
  ['POST', true, 200],
  ['POST', false, 503],
  ['DELETE', false, 503],
])('without space what writes is refused for half a minute, and reads go on', (method, hasSpace, status) => {
  let isNext = false
  const ask = () =>
    refuseWritesWithoutSpace(() => hasSpace)({ method } as Request, {} as Answer, () => (isNext = true))
  if (status === 503)
    expect(ask).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 30 }))
  else void ask()
  expect(isNext).toBe(status === 200)
})
