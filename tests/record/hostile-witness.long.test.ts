import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '@app/observability/log.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/longer-runs.ts'
import { checkpointText } from '@app/record/checkpoint.ts'
import { signatureLine } from '@app/record/signed-note.ts'
import { startWitnessing } from '@app/record/start-witnessing.ts'
import {
  openSealer,
  sealMore as sealMoreOf,
  signer,
  trustOf,
  type SealedLog,
} from '@app/record/testing/open-sealer.ts'
import { createCosigner } from '@app/record/testing/witnesses.ts'
import { findNewestSeal } from '@app/record/trusted-seals.ts'

const MIB = 2 ** 20
/** Whatever text it is given, it signs. */
const { witness, cosign } = createCosigner()

let sealer: SealedLog
beforeAll(async () => {
  sealer = await openSealer(() => new Date())
})
afterAll(() => sealer.pool.end())

const sealMore = () => sealMoreOf(sealer, 1)
const newestSeal = () => findNewestSeal(trustOf(sealer, witness))

/** What it tells, as the product's log has it. */
function witnessingAt(url: string) {
  const troubles: Error[] = []
  const running = startWitnessing({
    url,
    witness,
    findSeal: newestSeal,
    tree: sealer.tree,
    write: sealer.pool,
    monotonicMs: () => performance.now(),
    everyMs: 20,
    onTrouble: (error) => troubles.push(error),
  })
  return { running, troubles }
}

async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function rawServerOf(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** As fast as the other side takes it. */
function pour(socket: Socket, chunk: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

const SCRIPT = '<script>alert(1)</script>'
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'
const FLOODS: Readonly<Record<string, (socket: Socket) => void>> = {
  'that never ends': (socket) => {
    socket.write(`${HEAD}\r\n`)
    pour(socket, Buffer.alloc(64 * 1024, 'x'))
  },
  'of headers without an end': (socket) => {
    socket.write(HEAD)
    pour(socket, Buffer.from(`X-Filler: ${'y'.repeat(8_000)}\r\n`))
  },
  'of a thousand times its size once unpacked': (socket) => {
    const packed = gzipSync(Buffer.alloc(64 * MIB, 'x'), { level: 1 })
    socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`)
    socket.end(packed)
  },
}
const ANSWERS: typeof FLOODS = {
  ...(isLong ? FLOODS : {}),
  'that is no HTTP': (socket) => void socket.end(`${SCRIPT}\u001b[2J`.repeat(5_000)),
  'without a signature': (socket) => void socket.end(`${HEAD}Connection: close\r\n\r\nhola\n`),
  'of 500': (socket) => void socket.end('HTTP/1.1 500 No\r\nConnection: close\r\n\r\nno'),
  'of 409 and a larger size': (socket) =>
    void socket.end('HTTP/1.1 409 Conflict\r\nConnection: close\r\n\r\n999999\n'),
  'of 409 and a script': (socket) =>
    void socket.end(`HTTP/1.1 409 Conflict\r\nConnection: close\r\n\r\n${SCRIPT}\n`),
  'of 409 and an impossible size': (socket) =>
    void socket.end('HTTP/1.1 409 Conflict\r\nConnection: close\r\n\r\n-1\n'),
  'of 409 and the size that it has itself refused': (socket) =>
    void socket.end('HTTP/1.1 409 Conflict\r\nConnection: close\r\n\r\n0\n'),
  'signed for another log': (socket) => {
    const text = checkpointText({ origin: 'otro.example/registro', size: 2, root: Buffer.alloc(32) })
    socket.end(`${HEAD}Connection: close\r\n\r\n${cosign(text)}`)
  },
  'signed for another tree of this log': (socket) => {
    const text = checkpointText({ origin: signer.name, size: 3, root: Buffer.alloc(32) })
    socket.end(`${HEAD}Connection: close\r\n\r\n${cosign(text)}`)
  },
}

test.each(Object.entries(ANSWERS))(
  'an answer %s is told once in a few words, costs little, and holds up no seal [SEAL-6]',
  async (_, answer) => {
    await sealMore()
    const url = await rawServerOf(answer)
    const before = process.memoryUsage().rss
    const { running, troubles } = witnessingAt(url)
    await eventually(() => expect(troubles).toHaveLength(1))
    await sealMore()
    await running.stop()
    expect(troubles).toHaveLength(1)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MIB)
    expect((await newestSeal())?.isWitnessed).toBe(false)
    expect((await sealer.pool.query('select from record.cosignatures')).rowCount).toBe(0)
    const lines: string[] = []
    createLog('info', { write: (line: string) => void lines.push(line) }).warn({ err: troubles[0] }, 'x')
    expect(lines.join('').length).toBeLessThan(8_000)
    expect(lines.join('')).not.toContain('alert(1)')
  },
)

test('a witness that answers a byte at a time holds up neither seals nor the end of the process [SEAL-6]', async () => {
  await sealMore()
  let asked = 0
  const url = await rawServerOf((socket) => {
    asked += 1
    socket.write(`${HEAD}\r\n`)
    const drip = setInterval(() => socket.write('x'), 20)
    socket.once('close', () => clearInterval(drip))
  })
  const { running, troubles } = witnessingAt(url)
  await eventually(() => expect(asked).toBe(1))
  for (let nth = 0; nth < 3; nth += 1) await sealMore()
  await running.stop()
  expect([asked, troubles]).toEqual([1, []])
})

test('a witness that sends the product elsewhere is not followed [SEAL-6]', async () => {
  await sealMore()
  let visits = 0
  const inside = await serverOf((_, response) => {
    visits += 1
    response.end()
  })
  const asks: number[] = [301, 302, 303, 307, 308]
  const url = await serverOf((_, response) => {
    response.writeHead(asks.shift() ?? 307, { Location: inside }).end()
  })
  const { running, troubles } = witnessingAt(url)
  await eventually(() => expect(asks).toEqual([]))
  await running.stop()
  expect([visits, troubles.length]).toEqual([0, 1])
})

test('of an answer with other signatures beside its own only that one is kept [SEAL-6]', async () => {
  await sealMore()
  const url = await serverOf((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const text = body.slice(body.indexOf('\n\n') + 2)
      const other = signatureLine({
        name: SCRIPT.replaceAll(' ', ''),
        id: 'aaaaaaaa',
        signature: Buffer.alloc(64),
      })
      response.end(`${other}${cosign(text.slice(0, text.indexOf('\n\n') + 1))}${other}`)
    })
  })
  const { running, troubles } = witnessingAt(url)
  await eventually(async () => expect((await newestSeal())?.isWitnessed).toBe(true))
  await running.stop()
  expect(troubles).toEqual([])
  const { checkpoint } = (await newestSeal())!
  expect(
    checkpoint
      .split('\n')
      .slice(3, -1)
      .map((line) => line.split(' ').slice(0, 2)),
  ).toEqual([[''], ['—', signer.name], ['—', witness.name]])
})
