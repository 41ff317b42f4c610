import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { postTrack } from '@app/contracts/api/public-calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { serveDirectly, type DirectCall } from './direct-call.ts'

test('a request that its client cuts off within its body is no fault to be logged', async () => {
  const logged: string[] = []
  const log = pino({ base: null }, { write: (line: string) => logged.push(line) })
  const direct = { call: postTrack, headers: [], log } as unknown as DirectCall<typeof postTrack>
  const left: string[] = []
  const server = createServer(serveDirectly(direct, ({ url = '' }) => left.push(url)))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const asked = once(server, 'request')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    'POST /api/public/track/juan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  )
  const [request] = (await asked) as [IncomingMessage]
  const closed = new Promise((resolve) => request.on('close', resolve))
  socket.destroy()
  await closed
  await turn()
  expect([left, logged]).toEqual([[], []])
})
