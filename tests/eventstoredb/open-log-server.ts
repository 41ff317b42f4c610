import { test } from 'vitest'
import { isCommandGiven, openCommandedServer } from './commanded-server.ts'
import type { LogServer } from './log-server.ts'
import { openStandIn } from './stand-in-process.ts'

/** The one that EVENTSTORE_COMMAND starts, else the stand-in. */
export const openLogServer = (): Promise<LogServer> =>
  isCommandGiven() ? openCommandedServer() : openStandIn()

/** `test` for servers that misbehave on command; on a real server these tests are left out, and reported as such. */
export function testOnStandIn(what: string): typeof test {
  if (isCommandGiven()) console.info(`left out, as it needs a server that misbehaves on command: ${what}`)
  return test.skipIf(isCommandGiven()) as typeof test
}
