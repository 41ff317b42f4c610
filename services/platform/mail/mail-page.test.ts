import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../observability/log.ts'
import { createMailer } from './mail-folder.ts'
import { errorHandler } from '../http/errors.ts'
import { openHttpServer, type HttpServer } from '../http/http-server.ts'
import { mailPageRoutes } from './mail-page-routes.ts'
import { isFromThisMachine } from '../http/access/monitor-access.ts'
import { resetMail } from '../../accounts/reset-link.ts'
import { testTable } from '../../../tests/support/every.ts'

const KEY = 'llave-de-correos'
const LINK = 'https://tarjeta.example/auth/reset?token=abc&from=mail'

let root: string
let server: HttpServer
let url: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'app-mail-page-'))
  const app = express()
  app.use(mailPageRoutes({ folder: join(root, 'mail'), key: KEY }))
  app.use(errorHandler(createLog('silent')))
  server = await openHttpServer({ host: '127.0.0.1', port: 0 })
  server.serve(app)
  url = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.stop(1_000)
  await rm(root, { recursive: true, force: true })
})

const get = async (path: string): Promise<{ status: number; text: string; headers: Headers }> => {
  const response = await fetch(`${url}${path}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Paths that `fetch` would normalise, and a host that it would not send. */
const rawGet = (path: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test('mails are listed, newest first, and each shows its text with links to follow, and no HTML of its own', async () => {
  const mailer = createMailer({ folder: join(root, 'mail'), from: 'hola@tarjeta.example' })
  const { signal } = new AbortController()
  const mail = resetMail({
    to: 'ana@tarjeta.example',
    name: '<b>Ana',
    link: LINK,
    minutes: 60,
    publicUrl: 'https://tarjeta.example',
  })
  await mailer.deliver({ mail, id: 'id-1', date: new Date('2026-03-02T12:00:00.000Z') }, signal)
  const second = { ...mail, subject: 'El <segundo>' }
  await mailer.deliver({ mail: second, id: 'id-2', date: new Date('2026-03-02T12:00:01.000Z') }, signal)

  const { text: list } = await get(`/dev/mail?key=${KEY}`)
  expect(list.indexOf('El &lt;segundo&gt;')).toBeGreaterThan(0)
  expect(list.indexOf('El &lt;segundo&gt;')).toBeLessThan(list.indexOf('Crea una contraseña nueva'))
  expect(list).toContain('Para ana@tarjeta.example')

  const [, path] = /href="(\/dev\/mail\/[^"]+id-1\.eml\?key=[^"]+)"/.exec(list)!
  const { text, headers } = await get(path!)
  expect(text).toContain('Hola, &lt;b&gt;Ana:')
  const href = LINK.replace('&', '&amp;')
  expect(text).toContain(`<a href="${href}" rel="noreferrer">${href}</a>`)
  expect(text).not.toContain('<table')
  expect(headers.get('cache-control')).toBe('no-store')
})

testTable([
  '/dev/mail/../secreto.eml',
  '/dev/mail/..%2Fsecreto.eml',
  '/dev/mail/%2e%2e%2fsecreto.eml',
  '/dev/mail/..%5Csecreto.eml',
  '/dev/mail/20260302T120000000Z-id-99.eml',
  '/dev/mail/%00',
])('a path that is no mail’s shows nothing', async (path) => {
  await writeFile(join(root, 'secreto.eml'), 'Subject: secreto\n\nsecreto')
  expect(await rawGet(`${path}?key=${KEY}`, `127.0.0.1:${server.port}`)).toBe(404)
})

testTable(['', '?key=', '?key=otra', `?key=${KEY}x`, `?key=${KEY}&key=${KEY}`, `?Key=${KEY}`])(
  'nobody reads mails without the key, the list neither',
  async (query) => {
    const names = await readdir(join(root, 'mail'))
    expect(names.length).toBeGreaterThan(0)
    const own = `127.0.0.1:${server.port}`
    expect(await rawGet(`/dev/mail${query}`, own)).toBe(404)
    expect(await rawGet(`/dev/mail/${names[0]}${query}`, own)).toBe(404)
  },
)

const asked = (remoteAddress: string | undefined, headers: IncomingMessage['headers'] = {}) =>
  ({
    socket: { remoteAddress },
    headers: { host: 'localhost:3000', ...headers },
  }) as unknown as IncomingMessage

testTable(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
  'a loopback address is this machine',
  (address) => {
    expect(isFromThisMachine(asked(address))).toBe(true)
  },
)

testTable(['10.0.0.3', '192.168.1.7', '::ffff:10.0.0.3', 'fe80::1', '2001:db8::1', '', undefined])(
  'another address is another machine',
  (address) => {
    expect(isFromThisMachine(asked(address))).toBe(false)
  },
)

testTable([
  'CF-Ray',
  'CDN-Loop',
  'Client-IP',
  'Forwarded',
  'Via',
  'X-Amzn-Trace-Id',
  'X-Forwarded-For',
  'X-Original-Host',
  'X-Real-IP',
])('a request that a proxy marked is another machine’s', (name) => {
  const lower = name.toLowerCase()
  expect(isFromThisMachine(asked('127.0.0.1', { [lower]: '203.0.113.9' }))).toBe(false)
  expect(isFromThisMachine(asked('127.0.0.1', { [lower]: '' }))).toBe(false)
})

testTable(['malo.example', '127.0.0.1.malo.example', 'tarjeta.example:3000', '', 'a b', undefined])(
  'a request to this machine under another name does not count as from it',
  (host) => {
    expect(isFromThisMachine(asked('127.0.0.1', { host }))).toBe(false)
  },
)
