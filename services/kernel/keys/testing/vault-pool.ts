import { randomBytes } from 'node:crypto'
import { createPool } from '../../../platform/postgres/pool.ts'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/test-database.ts'
import { createSubjectKeys, type SubjectKeys } from '../subject-keys.ts'
import { wrappedBy } from './one-wrapping-key.ts'

export const NOW = new Date('2026-03-02T12:00:00.000Z')

/** As the product's login, until a file's tests end. To be called outside of tests. */
export function poolOf(url: string, max = 4): pg.Pool {
  const pool = createPool(url, { role: 'svc_app', applicationName: 'vault-test', max })
  afterAll(() => pool.end())
  return pool
}

export const openVaultPool = async (max?: number): Promise<pg.Pool> =>
  poolOf((await createTestDatabase()).url, max)

export const awayPool = (): pg.Pool => poolOf('postgres://nobody@127.0.0.1:1/none', 1)

export const subjectKeysOn = (db: pg.Pool, wrapping = Buffer.alloc(32, 1)): SubjectKeys =>
  createSubjectKeys({ db, wrapping: wrappedBy(wrapping), random: randomBytes, now: () => NOW })
