import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '@app/contracts/start-error.ts'
import { withFreeAdvisoryLock, type AdvisoryLock } from '@app/postgres/advisory-lock.ts'

export type OneAtATime = <Result>(
  work: (assertHeld: AdvisoryLock['assertHeld']) => Promise<Result>,
) => Promise<Result>

const ASK_EVERY_MS = 50
/** Longer than any start; a process that hangs loses the lock with its connection. */
const WAIT_MS_MAX = 60_000

const BUSY =
  'Otro proceso está preparando al administrador en la misma base de datos y no termina. Inténtalo de nuevo en un momento.'

/** @throws StartError after WAIT_MS_MAX */
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
