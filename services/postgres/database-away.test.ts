import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'])(
  'a server whose container is stopped is away, and its calls are no fault of the product: %s',
  (code) => expect(isDatabaseAway(Object.assign(new Error('getaddrinfo'), { code }))).toBe(true),
)
