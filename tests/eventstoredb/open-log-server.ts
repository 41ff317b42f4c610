import { test } from 'vitest'
import { isCommandGiven, openCommandedServer } from './commanded-server.ts'
import type { LogServer } from './log-server.ts'
import { openStandIn } from './stand-in-process.ts'

/** The server that EVENTSTORE_COMMAND starts, or else the stand-in. */
export const openLogServer = (): Promise<LogServer> =>
  isCommandGiven() ? openCommandedServer() : openStandIn()

/** `test` for servers that misbehave on command. A real server skips these tests, and reports it. */
export function testOnStandIn(what: string): typeof test {
  if (isCommandGiven()) console.info(`skipped, because it needs a server that misbehaves on command: ${what}`)
  return test.skipIf(isCommandGiven()) as typeof test
}
