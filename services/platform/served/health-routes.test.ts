import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../kernel/log/ids.ts'
import { createMemoryLog } from '../../kernel/log/testing/memory-store.ts'
import { openMemoryEvents, withLog } from '../../kernel/testing/memory-events.ts'
import { createMetrics } from '../observability/metrics.ts'
import { healthRoutes } from './health-routes.ts'

const ASKERS = 40

/** Counts checks of the log and the product's parts, which answer once so many requests have come. */
async function openCountedHealth(requestsMin: number) {
  const store = await openMemoryEvents(createMemoryLog(), { now: () => new Date(0), newId })
  const asked = { log: 0, readiness: 0 }
  let requests = 0
  let answer = (): void => undefined
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  const readiness = async () => {
    asked.readiness += 1
    const nth = asked.readiness
    await mayAnswer
    return { ready: true, parts: { nth } }
  }
  const health = {
    store: withLog(store, {
      headPosition: async () => {
        asked.log += 1
        await mayAnswer
        return store.log.headPosition()
      },
    }),
    logAdapter: 'postgres' as const,
    metrics: createMetrics(),
    mayMonitor: () => true,
  }
  const routes = healthRoutes(health, readiness)
  const app = express().use((_request, _response, next) => {
    requests += 1
    if (requests >= requestsMin) answer()
    next()
  }, routes)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await store.log.dispose()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a crowd of readiness requests causes as few checks as one request', async () => {
  const { asked, url } = await openCountedHealth(ASKERS)
  const paths = Array.from({ length: ASKERS }, (_, n) => (n % 4 === 0 ? '/metrics' : '/readyz'))
  const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // One pending check, and one for all later requests.
  expect(asked.log).toBeLessThanOrEqual(2)
  // The same for `/metrics`, and once for each answer of the log.
  expect(asked.readiness).toBeLessThanOrEqual(5)
})

test('every request gets the present state, not that of an earlier request', async () => {
  const { url } = await openCountedHealth(1)
  for (const nth of [1, 2, 3])
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', nth })
})
