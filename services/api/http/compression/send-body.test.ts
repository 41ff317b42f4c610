import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rawAnswer } from '../../../../tests/support/api/raw-answer.ts'
import type { EncodedBody } from './encoded-body.ts'
import { sendBody } from './send-body.ts'

const TEXT = 'palabra '.repeat(500)

/** A server that answers each request so, called once by a client that accepts gzip. */
async function asked(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const said = await rawAnswer(`http://127.0.0.1:${port}`, { 'accept-encoding': 'gzip' })
  return { ...said, text: said.bytes.toString() }
}

test('incompressible bytes are sent plain, under no tag of packed ones', async () => {
  const body: EncodedBody = {
    plain: Buffer.from(TEXT),
    as: async () => Promise.reject(new Error('no memory')),
  }
  const { headers, text } = await asked((response) => sendBody(response, body, 'v1'))
  expect([headers['content-encoding'], headers.etag, text]).toEqual([undefined, undefined, TEXT])
})

test.each([
  ['compressed', async () => Buffer.from('late')],
  ['not compressed', async () => Promise.reject(new Error('no memory'))],
])('an answer that failed meanwhile stays the failure, once it is %s', async (_how, as) => {
  const late: unknown[] = []
  const note = (reason: unknown): void => void late.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const { status, text } = await asked((response) => {
    sendBody(response, { plain: Buffer.from(TEXT), as })
    response.statusCode = 500
    response.end('failed')
  })
  // The rest of the first answer comes in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  expect([status, text, late]).toEqual([500, 'failed', []])
})
