import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

/** The call that is answered without Express gives the same answers as with it. */

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

interface Said {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Raw, so that nothing is added to the request. */
function ask(path: string, body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<Said> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(api.url + path, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _date, ...rest } = response.headers
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString(),
        })
      })
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }
const click = { event_type: 'click_email', event_id: uuid(0x901) }
const text = JSON.stringify(click)
/** A query that means nothing: the same call, left to Express. */
const WITH_EXPRESS = '?by=express'

type Row = [name: string, body: string | Buffer, headers: Readonly<Record<string, string>>, id?: string]

test.each<Row>([
  ['a click', text, JSON_TYPE],
  ['a click on no profile', text, JSON_TYPE, uuid(0x902)],
  ['a click on what is no id', text, JSON_TYPE, 'demo'],
  ['a click with a charset', text, { 'content-type': 'application/json; charset=utf-8' }],
  ['a click with a mark of the byte order', Buffer.from(`\uFEFF${text}`), JSON_TYPE],
  [
    'broken UTF-8',
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0x7d])]),
    JSON_TYPE,
  ],
  ['half a body', text.slice(0, -1), JSON_TYPE],
  ['a number', '1', JSON_TYPE],
  ['a text', '"click"', JSON_TYPE],
  ['null', 'null', JSON_TYPE],
  ['a list', '[]', JSON_TYPE],
  ['an unknown type', JSON.stringify({ event_type: 'click_fax' }), JSON_TYPE],
  [
    'another event id in capitals',
    text.toUpperCase().replace(/EVENT_|CLICK_|TYPE|ID|EMAIL/g, (w) => w.toLowerCase()),
    JSON_TYPE,
  ],
  ['a token that is none', text, { ...JSON_TYPE, authorization: 'Bearer nothing' }],
  ['text of another type', text, { 'content-type': 'text/plain' }],
  ['no type', text, {}],
  ['no body', '', JSON_TYPE],
  ['too long a body', text + ' '.repeat(LIMITS.bodyBytesMax), JSON_TYPE],
])('%s is answered alike', async (_name, body, headers, id) => {
  const path = `/api/public/track/${id ?? api.profile.id}`
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const direct = await ask(path, body, all)
  expect(direct).toEqual(await ask(path + WITH_EXPRESS, body, all))
  expect(direct.headers['content-security-policy']).toContain("default-src 'self'")
  const alias = path.replace('/track/', '/note/')
  expect(await ask(alias, body, all)).toEqual(direct)
  expect(await ask(alias + WITH_EXPRESS, body, all)).toEqual(direct)
})

test('a body in pieces is read whole, and one without a length is left to Express', async () => {
  const path = `/api/public/track/${api.profile.id}`
  const body = JSON.stringify({ ...click, visitor_name: 'ñ'.repeat(60) })
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), new URL(api.url).hostname)
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
    const bytes = Buffer.from(body)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    )
    // In the middle of a letter.
    const cut = bytes.indexOf(0xb1)
    setTimeout(() => socket.write(bytes.subarray(0, cut)), 20)
    setTimeout(() => socket.write(bytes.subarray(cut)), 60)
  })
  expect(said).toMatch(/^HTTP\/1\.1 200 /)
  const chunked = await ask(path, body, { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
  expect(chunked.status).toBe(200)
})

test('a client that disconnects within a body leaves nothing behind', async () => {
  const head = await api.bare.headPosition()
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(api.url).port), new URL(api.url).hostname)
    socket.write(
      `POST /api/public/track/${api.profile.id} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"event_type"`,
      () => socket.destroy(),
    )
    socket.on('close', () => resolve())
  })
  expect((await ask(`/api/public/track/${api.profile.id}`, '{}', JSON_TYPE)).status).toBe(422)
  const later = { ...click, event_id: uuid(0x903) }
  expect((await ask(`/api/public/track/${api.profile.id}`, JSON.stringify(later), JSON_TYPE)).status).toBe(
    200,
  )
  const { events } = await api.bare.readAll(head, { filter: { types: ['LinkClicked'] } })
  expect(events.map(({ id }) => id)).toEqual([later.event_id])
})
