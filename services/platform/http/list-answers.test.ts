import express from 'express'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { CsvRow } from '@app/contracts/csv.ts'
import type { Principal } from './access/access-control.ts'
import { createListExports } from './list-answers.ts'

let server: Server
let warned: unknown[] = []
let isAdmin = true
afterEach(() => {
  isAdmin = true
  server.closeAllConnections()
  server.close()
})

type Pages = () => AsyncGenerator<readonly CsvRow[]>

/** Answers with the lists, one a call, and with the message of what a list throws. */
async function serve(...lists: readonly Pages[]): Promise<(accountId?: string) => Promise<Response>> {
  warned = []
  const log = { warn: (what: object) => void warned.push(what) }
  const accessControl = {
    principal: async () => {
      if (!isAdmin) throw new Error('no administrator any more')
      return {} as Principal
    },
  }
  const exports = createListExports({ now: () => new Date('2026-11-22T12:00:00Z'), log, accessControl })
  let asked = 0
  const app = express().get('/:accountId', async ({ params: { accountId } }, response) => {
    const pages = lists[asked++]!()
    try {
      await exports.send(response, { accountId, name: 'lista', head: ['A'], pages })
    } catch (error) {
      response.status(500).json({ detail: (error as Error).message })
    }
  })
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (accountId = 'ana') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${accountId}`)
}

async function* two(): AsyncGenerator<readonly CsvRow[]> {
  yield [['1'], ['2']]
  yield [['3']]
}
async function* none(): AsyncGenerator<readonly CsvRow[]> {
  yield* []
}

test('pages follow their head, in a file with name and day', async () => {
  const ask = await serve(two)
  const response = await ask()
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=lista_2026-11-22.csv')
  expect(await response.text()).toBe('"A"\r\n"1"\r\n"2"\r\n"3"\r\n')
})

test('a list ends where its reader is no administrator any more, and is not taken for whole [ACC-1]', async () => {
  const ask = await serve(async function* demoted() {
    yield [['1']]
    isAdmin = false
    yield [['secret']]
  })
  const response = await ask()
  await expect(response.text()).rejects.toThrow()
  expect(warned).toHaveLength(1)
})

test('an error of the first page is answered with a status, and one of a later page breaks the file off: it is not taken for complete', async () => {
  const ask = await serve(
    async function* early() {
      yield* none()
      throw new Error('no database')
    },
    async function* late() {
      yield [['1']]
      throw new Error('no database any more')
    },
    two,
  )
  const refused = await ask()
  expect([refused.status, refused.headers.get('content-disposition')]).toEqual([500, null])
  expect(await refused.json()).toEqual({ detail: 'no database' })
  const broken = await ask()
  expect(broken.status).toBe(200)
  await expect(broken.text()).rejects.toThrow('terminated')
  expect(warned).toMatchObject([{ err: { message: 'no database any more' } }])
  expect((await ask()).status).toBe(200)
})
