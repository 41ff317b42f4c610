import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { poolOf } from '../../../../tests/support/test-database.ts'
import { createSubjectKeys, type SubjectKeys } from '../subject-keys.ts'
import { wrappedBy } from './one-wrapping-key.ts'

export const NOW = new Date('2026-03-02T12:00:00.000Z')

export const awayPool = (): pg.Pool => poolOf('postgres://nobody@127.0.0.1:1/none', 1)

export const subjectKeysOn = (db: pg.Pool, wrapping = Buffer.alloc(32, 1)): SubjectKeys =>
  createSubjectKeys({ db, wrapping: wrappedBy(wrapping), random: randomBytes, now: () => NOW })
