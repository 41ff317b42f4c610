import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])(
  'a server in a stopped container counts as unavailable, not as a fault of the product: %s',
  (code) => expect(isDatabaseAway(Object.assign(new Error('getaddrinfo'), { code }))).toBe(true),
)
