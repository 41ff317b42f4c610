import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { alone, type StillAlone } from '@app/postgres/advisory-lock.ts'

/** Runs some work while no other process on the same database runs it; who comes second waits. */
export type OneAtATime = <Result>(work: (stillAlone: StillAlone) => Promise<Result>) => Promise<Result>

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
      try {
        return await alone(db, name, work)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'in-progress') throw error
        if (waited >= WAIT_MS_MAX) throw new StartError(BUSY, { cause: error })
        await pause(ASK_EVERY_MS)
      }
    }
  }
