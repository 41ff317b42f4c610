import http2 from 'node:http2'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RATE_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { eventually } from '../support/eventually.ts'
import { asAdministrator, call, tap } from '../support/processes/product-calls.ts'
import { step } from './commands.ts'
import { ADMIN_PASSWORD, openComposeProject, type ComposeProject } from './compose-project.ts'

/** docker-compose.yml as many processes: real Kafka, real Caddy; the log server is the tests' stand-in. */

const UP_MS_MAX = 600_000
vi.setConfig({ testTimeout: UP_MS_MAX, hookTimeout: UP_MS_MAX })
/** The certificate is checked by the one test that is about it. */
vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')

const RUNNING = {
  'api-1': 1,
  'api-2': 1,
  eventstore: 1,
  kafka: 1,
  mail: 1,
  postgres: 1,
  projections: 2,
  proxy: 1,
  relay: 2,
  reminders: 2,
}

let project: ComposeProject
let url: string
beforeAll(async () => {
  project = await openComposeProject()
  url = project.proxyUrl
  await step('build', () => many('build', 'api-1'))
  await step('up proxy', () => many('up', '--detach', '--wait', '--no-build', 'proxy'))
})
afterAll(() => project.dispose())

const many = (...args: readonly string[]): Promise<string> =>
  project.compose(['--profile', 'many', ...args], UP_MS_MAX)

async function running(): Promise<Readonly<Record<string, number>>> {
  const services = (await many('ps', '--format', '{{.Service}}', '--status', 'running')).trim().split('\n')
  const count = (name: string): number => services.filter((service) => service === name).length
  return Object.fromEntries([...new Set(services)].sort().map((name) => [name, count(name)]))
}

async function visits(): Promise<number> {
  const { body } = await call(`${url}/api/public/profile/demo`, { headers: { 'User-Agent': 'curl/8.0' } })
  const path = `/api/analytics/${String(body.id)}/unified?date_range=all-time`
  return ((await asAdministrator(url, ADMIN_PASSWORD, path)) as { total_visits: number }).total_visits
}

const of = (service: string): Promise<readonly string[]> =>
  project.containers(`label=com.docker.compose.service=${service}`)
const inspect = async (id: string, format: string): Promise<number> =>
  Number(await project.docker(['inspect', '--format', format, id]))

/** A crash: the engine starts it again by itself. */
async function kill(service: string): Promise<string> {
  const [id] = await of(service)
  process.kill(await inspect(id!, '{{.State.Pid}}'), 'SIGKILL')
  return id!
}

const READ =
  "fetch('http://localhost:3000/readyz').then((r) => r.json()).then((b) => console.log(JSON.stringify(b.relay)))"

async function relays(): Promise<readonly unknown[]> {
  const said = (await of('relay')).map((id) => project.docker(['exec', id, 'node', '-e', READ]))
  return (await Promise.all(said)).map((text) => JSON.parse(text) as unknown)
}

test('two processes of each part, Kafka and the proxy run after one command, and a tap is counted', async () => {
  expect(await running()).toEqual(RUNNING)
  await eventually(async () => expect(await visits()).toBe(0))
  expect((await tap(url)).status).toBe(200)
  await eventually(async () => expect(await visits()).toBe(1))
})

test('browsers get HTTP/2, with a certificate of the proxy’s own authority', async () => {
  const root = '/data/caddy/pki/authorities/local/root.crt'
  const ca = await many('exec', '-T', 'proxy', 'cat', root)
  const session = http2.connect(url, { ca, rejectUnauthorized: true })
  const stream = session.request({ ':path': '/pages/demo' })
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  expect(headers[':status']).toBe(200)
  stream.destroy()
  session.destroy()
})

test('a client cannot make itself another address than its own', async () => {
  const { max } = RATE_LIMITS['forgot-password'][0]
  const statuses: number[] = []
  for (let n = 0; n <= max; n += 1) {
    const { status } = await call(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${n}` },
      body: JSON.stringify({ email: `nadie-${n}@tarjeta.example` }),
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array.from({ length: max }, () => 200), 429])
})

test('one process of each kind dies, and every tap is answered and counted once', async () => {
  let expected = await visits()
  for (const service of [
    'api-1',
    'projections',
    'relay',
    'reminders',
    'kafka',
    'eventstore',
    'proxy',
    'api-2',
  ]) {
    await step(`kill ${service}`, async () => {
      const id = await kill(service)
      // A proxy that dies cuts the connection: people tap again.
      const answer = await eventually(async () => {
        const visitor = { headers: { 'Visitor-Id': crypto.randomUUID() } }
        const { status, headers } = await call(`${url}/api/public/profile/demo`, visitor)
        expect(status).toBe(200)
        return headers.get('tap-status')
      })
      expect(['recorded', 'pending']).toContain(answer)
      expected += 1
      await eventually(async () => expect(await visits()).toBe(expected))
      await eventually(async () => expect(await inspect(id, '{{.RestartCount}}')).toBe(1))
      await eventually(async () => expect(await running()).toEqual(RUNNING))
    })
  }
  await eventually(async () => {
    const states = (await relays()) as { lag_seconds: number }[]
    expect(states.map(({ lag_seconds: lag }) => lag)).toEqual([0, 0])
  })
  expect(await many('exec', '-T', 'api-1', 'node', 'dist/ops.js', 'verify')).toContain('Todo coincide')
})
