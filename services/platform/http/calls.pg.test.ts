import { expect, test, describe } from 'vitest'
import { rawAnswer } from '../../../tests/support/api/test-client.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { connect } from 'node:net'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { testTable } from '../../../tests/support/every.ts'
import { hold } from '../../../tests/support/lock-waits.ts'

const api = useTestApi()

const asked = (method: string, path: string) =>
  fetch(`${api.url}${path}`, { method, redirect: 'manual', headers: { 'Content-Type': 'application/json' } })

testTable([
  ['POST', '/pages/camila', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/api/profile/x', 'GET, PUT, HEAD, OPTIONS'],
  ['GET', '/api/auth/login', 'POST, OPTIONS'],
  ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/login', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/API/Auth/Login/', 'POST, OPTIONS'],
])('a wrong method is refused with the allowed ones', async (method, path, allow) => {
  const response = await asked(method, path)
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  expect(await response.json()).toEqual({
    detail: 'Esta dirección existe, pero no admite lo que pediste.',
    code: 'method-not-allowed',
  })
})

test('a body that cannot be read is refused after the session, and not before it', async () => {
  const headers = { 'Content-Type': 'application/json' }
  const sendHalf = (path: string) => fetch(api.url + path, { method: 'POST', headers, body: '{"code":' })
  expect((await sendHalf('/api/auth/activate')).status).toBe(401)
  expect((await sendHalf('/api/auth/login')).status).toBe(400)
})

testTable([['application/json; charset=latin1'], ['application/json; charset=us-ascii'], ['text/plain']])(
  'a body is refused in a charset other than UTF, and as text of another type',
  async (type) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: '{"email":"josé@x.example"}' }
    expect((await fetch(`${api.url}/api/auth/forgot-password`, init)).status).toBe(415)
  },
)

/** Whether an answer of that moment may be stale. */
async function isStale(path: string, token: string | undefined, position: string): Promise<boolean> {
  const response = await api.call(path, { token, headers: { 'wait-for-position': position } })
  expect([path, response.status]).toEqual([path, 200])
  return response.headers.get('stale') === 'true'
}

test('a read after a write waits for the read models that its call names, and for no other [PROJ-9]', async () => {
  const { id, slug } = await api.newProfile('held')
  const held = await hold(api.db, "select from kernel.checkpoints where name like 'traffic%' for update")
  await api.call(`/api/profile/${slug}/vcf`)
  const { token } = await api.newAccount('Held', { isAdmin: true })
  const edit = await api.post(`/api/profile/${id}`, { company: 'Andes' }, { method: 'PUT', token })
  const position = edit.headers.get('log-position')!
  const waiting = isStale(`/api/analytics/${id}/unified`, token, position)
  const others = [
    isStale('/api/profiles/me', token, position),
    isStale(`/api/profile/${id}`, token, position),
    isStale(`/api/public/profile/${slug}`, undefined, position),
    isStale('/api/auth/me', token, position),
  ]
  let isOver = false
  void waiting.finally(() => (isOver = true))
  expect(await Promise.all(others)).toEqual([false, false, false, false])
  expect(isOver).toBe(false)
  await held.rollback()
  expect(await waiting).toBe(false)
})

describe('a call that Express does not see:', () => {
  /** Raw, so that nothing is added to the request. */
  async function ask(path: string, body: string | Buffer, headers: Readonly<Record<string, string>>) {
    const { status, headers: said, bytes } = await rawAnswer(api.url + path, headers, 'POST', body)
    const { date: _date, ...rest } = said
    return { status, headers: rest, body: bytes.toString() }
  }

  const JSON_TYPE = { 'content-type': 'application/json' }
  const click = { event_type: 'click_email', event_id: uuid(0x901) }
  const text = JSON.stringify(click)
  /** A query that means nothing: the same call, left to Express. */
  const WITH_EXPRESS = '?by=express'

  type Row = [name: string, body: string | Buffer, headers: Readonly<Record<string, string>>, id?: string]

  testTable<Row>([
    ['a click', text, JSON_TYPE],
    ['a click on no profile', text, JSON_TYPE, uuid(0x902)],
    ['a click with a mark of the byte order', Buffer.from(`\uFEFF${text}`), JSON_TYPE],
    [
      'broken UTF-8',
      Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0x7d])]),
      JSON_TYPE,
    ],
    ['half a body', text.slice(0, -1), JSON_TYPE],
    ['an unknown type', JSON.stringify({ event_type: 'click_fax' }), JSON_TYPE],
    [
      'another event id in capitals',
      text.toUpperCase().replace(/EVENT_|CLICK_|TYPE|ID|EMAIL/g, (w) => w.toLowerCase()),
      JSON_TYPE,
    ],
    ['a token that is none', text, { ...JSON_TYPE, authorization: 'Bearer nothing' }],
    ['text of another type', text, { 'content-type': 'text/plain' }],
    ['no body', '', JSON_TYPE],
    ['too long a body', text + ' '.repeat(LIMITS.bodyBytesMax), JSON_TYPE],
  ])('each body is answered alike', async (_name, body, headers, id) => {
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
})
