import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import express from 'express'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { healthRoutes } from './health-routes.ts'

const ASKERS = 100
const ANSWER_MS = 200

/** How often the log and the product's parts are asked. */
async function openCountedHealth() {
  const store = await openMemoryEventStore(createMemoryLog(), { now: () => new Date(0), newId })
  const asked = { log: 0, readiness: 0 }
  const routes = healthRoutes({
    store: {
      ...store,
      health: async () => {
        asked.log += 1
        await pause(ANSWER_MS)
        return store.health()
      },
    },
    logAdapter: 'memory',
    readiness: async () => {
      asked.readiness += 1
      await pause(ANSWER_MS)
      return { ready: true, parts: { nth: asked.readiness } }
    },
    registry: new Registry(),
    mayMonitor: () => true,
  })
  const server = createServer(express().use(routes)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await store.dispose()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a crowd that asks whether the product is ready asks as much as few do', async () => {
  const { asked, url } = await openCountedHealth()
  const paths = Array.from({ length: ASKERS }, (_, n) => (n % 4 === 0 ? '/metrics' : '/readyz'))
  const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // One on its way and one after it, and once more for connections that came late.
  expect(asked.log).toBeLessThanOrEqual(4)
  expect(asked.readiness).toBeLessThanOrEqual(8)
})

test('whoever asks is told how it is now, not how it was for somebody before', async () => {
  const { url } = await openCountedHealth()
  for (const nth of [1, 2, 3])
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', nth })
})
