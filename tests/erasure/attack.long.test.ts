import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openAccountWorld, type AccountWorld } from '../kills/account-world.ts'
import { call } from '../support/processes/product-calls.ts'
import { attackAtOnce, ATTACKERS, type Victim } from './attacks.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const PAGE_BYTES = 4_096

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended meanwhile
  }
}

/** In bytes; 0 once the process has ended. Linux only. */
const residentBytes = (pid: number): number =>
  Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES

const childrenNamed = (parent: number, name: string): readonly number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      const stat = textOf(`/proc/${pid}/stat`)
      // The name in parentheses may hold blanks and parentheses: count fields after the last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[1]) === parent && textOf(`/proc/${pid}/cmdline`).includes(name)
    })

interface ProductMemory {
  readonly api: number
  readonly images: number
}

const memoryOfProduct = (pid: number): ProductMemory => ({
  api: residentBytes(pid),
  images: childrenNamed(pid, 'image-child').reduce((sum, child) => sum + residentBytes(child), 0),
})

/** Peaks of each process and of both together, sampled until the work is done. */
async function memoryDuring<Result>(
  pid: number,
  everyMs: number,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly max: ProductMemory & { readonly both: number } }> {
  let max = { api: 0, images: 0, both: 0 }
  let isDone = false
  const done = work.finally(() => (isDone = true))
  done.catch(() => undefined)
  while (!isDone) {
    const { api, images } = memoryOfProduct(pid)
    max = {
      api: Math.max(max.api, api),
      images: Math.max(max.images, images),
      both: Math.max(max.both, api + images),
    }
    await pause(everyMs)
  }
  return { result: await done, max }
}

/** Concurrent attacks by every route on the running product with its default limits. */

const ATTACK_MS = 20_000
const LOOK_EVERY_MS = 50
const MIB = 1024 * 1024

let world: AccountWorld
let victims: readonly Victim[]
beforeAll(async () => {
  // Limits count by address, which the trusted local proxy sets.
  world = await openAccountWorld({ TRUST_PROXY: 'loopback', RATE_LIMITS: '' })
  const made: Victim[] = []
  for (let n = 0; n <= ATTACKERS; n += 1) {
    const owner = await world.newOwner(`Persona ${n}`, await world.newCode())
    const profile = await eventually(async () => {
      const [own] = await world.profilesOf(owner)
      expect(own).toBeDefined()
      return own!
    })
    const headers = { Authorization: `Bearer ${owner.session.token}`, 'X-Forwarded-For': `10.99.0.${n}` }
    made.push({ headers, profileId: profile.id })
  }
  victims = made
})
afterAll(() => world?.close())

const held = (): number => {
  const { api, images } = memoryOfProduct(world.product.pid)
  return api + images
}

/** Opens pages and taps like ordinary phones until the abort; returns statuses other than 200. */
async function openPages(signal: AbortSignal): Promise<readonly string[]> {
  const wrong: string[] = []
  for (let nth = 0; !signal.aborted; nth += 1) {
    const path = nth % 2 === 0 ? '/pages/demo' : '/api/public/profile/demo'
    const headers = { 'X-Forwarded-For': `192.0.2.${nth % 200}` }
    const { status } = await call(`${world.product.url}${path}`, { headers })
    if (status !== 200) wrong.push(`${path} ${status}`)
  }
  return wrong
}

const backToNormal = (before: number) =>
  expect.poll(() => held() / before, { interval: 1_000 }).toBeLessThan(1.2)

test('concurrent attacks cause no refusals for others, and the memory is released [LIM-7]', async () => {
  const { url, pid } = world.product
  // Measures memory after pages were opened and pictures decoded.
  const target = { url, owners: victims }
  await openPages(AbortSignal.timeout(5_000))
  const before = held()
  const ended = AbortSignal.timeout(ATTACK_MS)
  const work = Promise.all([attackAtOnce(target, ended), openPages(ended)])
  const { result, max } = await memoryDuring(pid, LOOK_EVERY_MS, work)
  const [answers, wrong] = result
  console.info({ answers, before: before / MIB, images: max.images / MIB, both: max.both / MIB })
  expect(wrong).toEqual([])
  // One picture of each owner, for any number of uploads that never end.
  expect(answers.pictures).toEqual({ 200: ATTACKERS })
  expect(Object.keys(answers['slow uploads'])).toContain('503')
  expect(Object.keys(answers.slugs).every((status) => ['404', '429'].includes(status))).toBe(true)
  expect(max.images).toBeGreaterThan(0)
  expect(max.images).toBeLessThan(400 * MIB)
  await backToNormal(before)
})
