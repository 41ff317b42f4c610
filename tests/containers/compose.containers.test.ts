import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { startAwakeTime } from '../support/awake-time.ts'
import { eventually } from '../support/eventually.ts'
import { ADMIN_EMAIL, asAdministrator, call, login, tap } from '../support/processes/product-calls.ts'
import { say, step } from './commands.ts'
import { ADMIN_PASSWORD, openComposeProject, type ComposeProject } from './compose-project.ts'

/** Runs docker-compose.yml and Dockerfile on a real engine; the log server is the tests' stand-in. */

const BUILD_MS_MAX = 600_000
const UP_MS_MAX = 300_000
const STOP_MS_MAX = 10_000
/** A reader of pages that is not counted. */
const ROBOT = 'curl/8.0'
const NAME = PRODUCT.name.toLowerCase()
const IMAGE = `${NAME}:local`
const RUNNING = ['eventstore', 'mail', 'postgres', 'product']
vi.setConfig({ testTimeout: BUILD_MS_MAX, hookTimeout: UP_MS_MAX })

let project: ComposeProject
beforeAll(async () => {
  project = await openComposeProject()
})
afterAll(() => project.dispose())

const inspect = async (service: string, format: string): Promise<string> => {
  const [id] = await project.containers(`label=com.docker.compose.service=${service}`)
  return (await project.docker(['inspect', '--format', format, id!])).trim()
}
const within = async (service: string, ...command: readonly string[]): Promise<string> =>
  (await project.compose(['exec', '-T', service, ...command])).trim()
const up = (...services: readonly string[]): Promise<string> =>
  step(`up ${services.join(' ')}`, () =>
    project.compose(['up', '--detach', '--wait', '--no-build', ...services], UP_MS_MAX),
  )

/** Counted visits of the demo profile. */
async function visits(): Promise<number> {
  const { body } = await call(`${project.productUrl}/api/public/profile/demo`, {
    headers: { 'User-Agent': ROBOT },
  })
  const path = `/api/analytics/${String(body.id)}/unified?date_range=all-time`
  const figures = (await asAdministrator(project.productUrl, ADMIN_PASSWORD, path)) as {
    total_visits: number
  }
  return figures.total_visits
}

async function mails(): Promise<readonly string[]> {
  const answer = await fetch(project.mailUrl)
  return (await answer.json()) as readonly string[]
}

async function tapsAreCounted(before: number): Promise<void> {
  expect((await login(project.productUrl, ADMIN_PASSWORD)).status).toBe(200)
  await eventually(async () => expect(await visits()).toBe(before))
  const tapped = await tap(project.productUrl)
  // A busy machine may record it after the answer.
  expect(tapped.status).toBe(200)
  expect(['recorded', 'pending']).toContain(tapped.headers.get('tap-status'))
  await eventually(async () => expect(await visits()).toBe(before + 1))
}

async function mailsArrive(): Promise<void> {
  const asked = await call(`${project.productUrl}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL }),
  })
  expect(asked.status).toBe(200)
  await eventually(async () => expect(await mails()).toContainEqual(expect.stringContaining(ADMIN_EMAIL)))
}

test('the image of the product is built by the compose file from the image in .env', async () => {
  const said = await step('build', () => project.compose(['--progress', 'plain', 'build'], BUILD_MS_MAX))
  for (const [, what, seconds] of said.matchAll(/^#(\d+) DONE (\d{1,3}\.\d)s$/gm)) {
    const name = new RegExp(`^#${what} (\\[.*)$`, 'm').exec(said)?.[1]
    if (Number(seconds) > 1) say(`  ${seconds} s ${name}`)
  }
  const images = await project.docker(['images', '--format', '{{.Repository}}:{{.Tag}} {{.Size}}'])
  for (const line of images.trim().split('\n')) say(`  ${line}`)
  expect(images).toContain(`${IMAGE} `)
})

describe('docker compose up', () => {
  beforeAll(() => up('product'))

  test('starts all services, and the product signs in, counts a tap exactly once and sends a mail', async () => {
    const running = (await project.compose(['ps', '--services', '--status', 'running'])).trim().split('\n')
    expect(running.sort()).toEqual(RUNNING)
    await tapsAreCounted(0)
    await mailsArrive()
  })

  test('continues with all data after an orderly stop', async () => {
    const sinceMs = startAwakeTime()
    await step('stop', () => project.compose(['stop', 'product']))
    expect(sinceMs()).toBeLessThan(STOP_MS_MAX)
    expect(await inspect('product', '{{.State.ExitCode}}')).toBe('0')
    await step('down', () => project.compose(['down']))
    expect(await project.containers(`label=com.docker.compose.project=${NAME}`)).toEqual([])
    await up('product')
    await tapsAreCounted(1)
    await mailsArrive()
    const verified = await step('verify', () => within('product', 'node', 'dist/ops.js', 'verify'))
    expect(verified).toContain('Todo coincide')
  })
})

describe('the cluster', () => {
  const inCluster = (...args: readonly string[]): Promise<string> =>
    project.compose(['--profile', 'cluster', ...args], UP_MS_MAX)
  const certificate = (command: string): Promise<string> =>
    inCluster('exec', '-T', 'certificates', 'bash', '-ec', `cd /certificates; ${command}`)

  test('keeps its database when other services stop', async () => {
    await step('database and certificates of the cluster', () =>
      inCluster('up', '--detach', '--wait', 'postgres-cluster', 'certificates'),
    )
    await step('down without the profile', () => project.compose(['down']))
    const left = await inCluster('ps', '--services', '--status', 'running')
    expect(left.trim().split('\n').sort()).toEqual(['certificates', 'postgres-cluster'])
  })

  test('has certificates of its own authority, and renews them before they expire', async () => {
    const verify =
      'for n in 1 2 3; do openssl verify -CAfile authority/ca.crt -verify_hostname esdb-$n $n/node/node.crt; done'
    expect((await certificate(verify)).match(/: OK$/gm)).toHaveLength(3)
    const sums = 'md5sum authority/ca.crt ?/node/node.crt ?/node/node.key'
    const first = (await certificate(sums)).trim().split('\n')
    await certificate('touch -d "-280 days" ca/ca.crt 1/node/node.crt')
    await step('another day', () => inCluster('restart', '--timeout', '2', 'certificates'))
    await eventually(async () => {
      const then = (await certificate(sums)).trim().split('\n')
      expect(then.filter((line) => !first.includes(line)).map((line) => line.split(/ +/)[1])).toEqual([
        '1/node/node.crt',
        '1/node/node.key',
      ])
    })
    expect((await certificate(verify)).match(/: OK$/gm)).toHaveLength(3)
    expect((await certificate('stat -c "%a %u" 1/node/node.key')).trim()).toBe('400 1000')
  })
})
