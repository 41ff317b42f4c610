import { test } from 'vitest'
import { isCommandGiven, openCommandedServer } from './commanded-server.ts'
import { openStandIn } from './stand-in-process.ts'

/** A server of EventStoreDB's protocol that a test has to itself, and may end as it likes. */
export interface LogServer {
  readonly url: string
  /** Of the process that runs, or ran last. */
  readonly pid: number
  /** At once, as a crash does. */
  kill(): Promise<void>
  /** As an operator does: what lasts is ended, the rest is finished. */
  stop(): Promise<void>
  /** On the same port, with the same data; it may not be ready at once. Does nothing where it runs. */
  start(): Promise<void>
  /** It accepts, and never answers. Harmless where it does not run; so is `thaw`. */
  freeze(): void
  thaw(): void
  /** Kills it, and removes the data that it made itself. */
  dispose(): Promise<void>
}

/** The one that EVENTSTORE_COMMAND starts, else the stand-in. */
export const openLogServer = (): Promise<LogServer> =>
  isCommandGiven() ? openCommandedServer() : openStandIn()

/** `test` for those whose server must misbehave on command, which a real one does not: they are left out, and said to be. */
export function testOnStandIn(what: string): typeof test {
  if (isCommandGiven()) console.info(`left out, as it needs a server that misbehaves on command: ${what}`)
  return test.skipIf(isCommandGiven()) as typeof test
}
