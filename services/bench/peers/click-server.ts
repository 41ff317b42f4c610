import { setImmediate as turn } from 'node:timers/promises'
import { createAddressOf } from '../../platform/http/client-address.ts'
import { openHttpServer } from '../../platform/http/http-server.ts'
import { createCallLimits } from '../../platform/http/limits.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { clickLane } from '../../taps/click-lane.ts'
import { scaledLimits } from '@app/contracts/limits/rate-limits.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { prepareEvents } from '../../kernel/log/check-append.ts'
import { newId } from '../../kernel/log/ids.ts'
import { PostgresWriter } from '../../kernel/log/postgres/postgres-writer.ts'
import { createCodec } from '../../kernel/codec.ts'
import type pg from 'pg'
import type { Ctx } from '../../platform/ctx.ts'

const now = (): Date => new Date()
const database = {
  release: () => undefined,
  query: async () => {
    await turn()
    return { rows: [{ head: '0', refused: [] }] }
  },
}
const writer = new PostgresWriter({
  pool: { connect: async () => database } as unknown as pg.Pool,
  reader: { findAppended: () => Promise.reject(new Error('nothing is repeated')) },
  now,
  onGrown: () => undefined,
})
const append: EventStore['append'] = async (stream, expected, events, { timeoutMs = 1_000 } = {}) =>
  writer.append({ stream, expected, events: prepareEvents(stream, events), timeoutMs })
const counting = { now, monotonicMs: () => performance.now() } as unknown as Ctx
const deps = {
  limits: createCallLimits(scaledLimits(1_000_000_000), counting),
  addressOf: createAddressOf([]),
  accessControl: { viewerOf: () => undefined },
  profiles: { byId: async (id: string) => ({ profile: { id }, ownerId: id }) },
  newId,
  now,
  ownHost: 'tarjeta.example',
  store: {
    log: { append },
    codec: createCodec({} as Parameters<typeof createCodec>[0]),
    refuseWithoutSpace: () => undefined,
  },
} as unknown as Ctx
const server = await openHttpServer({ host: '127.0.0.1', port: 0 })
server.serve(
  clickLane(deps, securityHeaders('http://localhost'), (_request, response) => response.writeHead(500).end()),
)
console.log(`listening on http://127.0.0.1:${server.port}`)
process.on('SIGTERM', () => process.exit(0))
