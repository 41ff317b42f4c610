import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '@app/contracts/start-error.ts'
import { withFreeAdvisoryLock, type AdvisoryLock } from '@app/postgres/advisory-lock.ts'

/** Runs some work while no other process on the same database runs it; who comes second waits. */
export type OneAtATime = <Result>(
  work: (assertHeld: AdvisoryLock['assertHeld']) => Promise<Result>,
) => Promise<Result>

const ASK_EVERY_MS = 50
/** Longer than any start takes: a process that stops answering lets go of its lock with its connection. */
const WAIT_MS_MAX = 60_000

const BUSY =
  'Otro proceso está preparando al administrador en la misma base de datos y no termina. Inténtalo de nuevo en un momento.'

/** @throws StartError when the others take too long */
export const createOneAtATime =
  (db: Pick<pg.Pool, 'connect'>, name: string): OneAtATime =>
  async (work) => {
    for (let waited = 0; ; waited += ASK_EVERY_MS) {
      const done = await withFreeAdvisoryLock(db, name, ({ assertHeld }) => work(assertHeld))
      if (done !== undefined) return done.result
      if (waited >= WAIT_MS_MAX) throw new StartError(BUSY)
      await pause(ASK_EVERY_MS)
    }
  }
