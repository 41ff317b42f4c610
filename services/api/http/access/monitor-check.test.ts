import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createMonitorCheck } from './monitor-check.ts'

const requestWith = (authorization: string | undefined) =>
  ({
    socket: { remoteAddress: '10.0.0.3' },
    headers: { host: 'localhost:3000', authorization },
  }) as unknown as IncomingMessage

test('without a token in the settings no token opens anything', () => {
  const mayMonitor = createMonitorCheck(undefined)
  for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer null', undefined])
    expect(mayMonitor(requestWith(authorization))).toBe(false)
})
