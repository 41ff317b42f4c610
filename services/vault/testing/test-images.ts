import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createStoredImages, type StoredImages } from '../pictures/stored-images.ts'
import { KEY_BYTES } from '../keys/sealing.ts'
import { wrappedByMaster } from '../keys/wrapping-keys.ts'

const IMAGES_MASTER_KEY = Buffer.alloc(KEY_BYTES, 'master key of pictures')

/** Pictures of a database in which no epoch has begun. */
export const createTestImages = (db: pg.Pool, now: () => Date): StoredImages =>
  createStoredImages({ db, now, random: randomBytes, wrapping: wrappedByMaster(IMAGES_MASTER_KEY) })
