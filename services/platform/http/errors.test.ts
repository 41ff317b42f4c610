import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request, type Response as Answer } from 'express'
import { pino } from 'pino'
import { StoreError, type StoreErrorCode } from '@app/contracts/event-store.ts'
import { REFUSALS, Refusal, refusalBody, type RefusalCode } from '@app/contracts/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorHandler, refusalOf, refuseWritesWithoutSpace } from './errors.ts'
import { testTable } from '../../../tests/support/every.ts'

const CODES = Object.keys(REFUSALS) as RefusalCode[]
const storeError = (code: StoreErrorCode) => new StoreError(code, 'position 7: inner words')

/** The handler in a server of its own; the test decides what a route throws. */
let thrown: unknown
let server: Server
let base: string
let logged: string[] = []
beforeAll(async () => {
  const app = express()
  app.use(express.json({ limit: 1_024, type: 'application/json' }))
  app.post('/body', (_request, response) => response.json({}))
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

async function answerTo(error: unknown) {
  thrown = error
  return answer(await fetch(`${base}/word/x`))
}
const answer = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  body: refusalBody.parse(await response.json()),
})
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${base}/body`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

test('a refusal is answered with its status, its code, and its own sentence, field and time to retry, if it has them', async () => {
  for (const code of CODES)
    expect(await answerTo(new Refusal(code))).toEqual({
      status: REFUSALS[code].status,
      retryAfter: REFUSALS[code].status === 503 ? '2' : null,
      body: { detail: REFUSALS[code].detail, code },
    })
  const own = new Refusal('too-many', 'Espera.', { field: 'email', retryAfterSeconds: 30 })
  expect(await answerTo(own)).toEqual({
    status: 429,
    retryAfter: '30',
    body: { detail: 'Espera.', code: 'too-many', field: 'email' },
  })
})

testTable<[error: object, refusal: RefusalCode]>([
  [storeError('Conflict'), 'conflict'],
  [storeError('TooLarge'), 'too-large'],
  [storeError('Unavailable'), 'unavailable'],
  [storeError('Timeout'), 'unavailable'],
  [storeError('Corrupt'), 'unexpected'],
  [storeError('Invalid'), 'unexpected'],
  [storeError('AccessDenied'), 'unexpected'],
  [{ code: '42P01', message: 'relation "read.codes" does not exist' }, 'unavailable'],
  [{ code: '42P01', message: 'relation "vault.codes" does not exist' }, 'unexpected'],
  [{ code: '42703', message: 'column c.words does not exist' }, 'unavailable'],
  [{ status: 400 }, 'malformed'],
  [{ status: 403 }, 'not-found'],
  [{ status: 404 }, 'not-found'],
  [{ status: 412 }, 'malformed'],
  [{ status: 416 }, 'malformed'],
])('an error of the store, of the database or of Express has the refusal of its kind', (error, refusal) => {
  expect(refusalOf(error).code).toBe(refusal)
})

describe('an unexpected error', () => {
  testTable([new Error('secreto'), storeError('Corrupt'), 'secreto', { secreto: 1 }, null, undefined, 7])(
    'is 500 and hides its cause',
    async (error) => {
      // Express reports a route that rejects with nothing as an error of its own.
      const { status, body } = await answerTo(error ?? new Error('secreto'))
      expect([status, body]).toEqual([500, { detail: REFUSALS.unexpected.detail, code: 'unexpected' }])
      expect(refusalOf(error).code).toBe('unexpected')
    },
  )

  test('is logged with its cause and the route, without what the visitor typed [PRIV-12]', async () => {
    thrown = new Error('the cause')
    await fetch(`${base}/word/ana@x.example?phone=912345678`)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/the cause.*\/word\/:word/)
    expect(logged[0]).not.toMatch(/ana@x|912345678/)
  })

  test('after half an answer ends the connection: half a page is not taken for a whole one', async () => {
    const response = await fetch(`${base}/late`)
    await expect(response.text()).rejects.toThrow()
    expect(logged).toHaveLength(1)
  })
})

testTable<[string, () => Promise<Response>, RefusalCode]>([
  ['that is no JSON', () => post('{"a":'), 'malformed'],
  ['that is a JSON word', () => post('"a"'), 'malformed'],
  ['over the limit', () => post(JSON.stringify({ a: 'x'.repeat(2_000) })), 'too-large'],
  ['in an encoding of its own', () => post('{}', { 'Content-Encoding': 'zip' }), 'unsupported-media'],
  [
    'in a charset of its own',
    () => post('{}', { 'Content-Type': 'application/json; charset=x' }),
    'unsupported-media',
  ],
  ['that is not the gzip it says', () => post('{}', { 'Content-Encoding': 'gzip' }), 'malformed'],
  ['with a broken address', () => fetch(`${base}/word/%E0%A4%A`), 'malformed'],
])('a request that cannot be read a broken request is refused as the caller’s', async (_what, send, code) => {
  const { status, body } = await answer(await send())
  expect([status, body.code]).toEqual([REFUSALS[code].status, code])
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
