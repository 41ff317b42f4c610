import type { Request, Response } from 'express'
import { expect } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { refuseWritesWithoutSpace } from './errors.ts'

testTable([
  ['GET', false, true],
  ['HEAD', false, true],
  ['OPTIONS', false, true],
  ['POST', true, true],
  ['POST', false, false],
  ['PUT', false, false],
  ['DELETE', false, false],
])(
  'without space what writes is refused for half a minute, and reads go on',
  (method, hasSpace, isServed) => {
    const ask = (): boolean => {
      let isNext = false
      void refuseWritesWithoutSpace(() => hasSpace)(
        { method } as Request,
        {} as Response,
        () => (isNext = true),
      )
      return isNext
    }
    const refusal = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 30 }) as Error
    if (isServed) expect(ask()).toBe(true)
    else expect(ask).toThrow(refusal)
  },
)
