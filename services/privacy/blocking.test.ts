import { test } from 'vitest'
import { blocking } from './blocking.ts'
import { given } from '../kernel/testing/specification.ts'

const ANA = 'visitor-p.ana'
const REQUEST = '0190b5a0-7c1e-7d3a-8f00-0000000000e1'
const LATER = '0190b5a0-7c1e-7d3a-8f00-0000000000e2'

const block = { type: 'Block', subject: ANA, requestId: REQUEST, isInForce: false } as const
const unblock = { type: 'Unblock', subject: ANA, requestId: LATER } as const
const blocked = { type: 'SubjectBlocked', data: { subject: ANA, requestId: REQUEST } } as const
const unblocked = { type: 'SubjectUnblocked', data: { subject: ANA, requestId: LATER } } as const

test('a block is one event, however often it is asked for [PRIV-15]', () => {
  given(blocking)().when(block).then(blocked)
  given(blocking)(blocked)
    .when({ ...block, isInForce: true })
    .thenNothing()
  given(blocking)(blocked)
    .when({ ...block, requestId: LATER, isInForce: true })
    .thenNothing()
})

test('a block whose effect is still missing is no second event for the same request', () => {
  given(blocking)(blocked).when(block).thenNothing()
})

test('a block of who came back after an erasure is an event of its own', () => {
  given(blocking)(blocked)
    .when({ ...block, requestId: LATER })
    .then({ type: 'SubjectBlocked', data: { subject: ANA, requestId: LATER } })
})

test('a block is lifted once, and may be made again', () => {
  given(blocking)(blocked).when(unblock).then(unblocked)
  given(blocking)(blocked, unblocked).when(unblock).thenNothing()
  given(blocking)(blocked, unblocked).when(block).then(blocked)
})

test('a block that nobody made is not lifted', () => {
  given(blocking)().when(unblock).thenNothing()
})
