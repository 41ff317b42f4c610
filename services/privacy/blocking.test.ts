import { blocking } from './blocking.ts'
import { decides } from '../kernel/testing/specification.ts'

const ANA = 'visitor-p.ana'
const REQUEST = '0190b5a0-7c1e-7d3a-8f00-0000000000e1'
const LATER = '0190b5a0-7c1e-7d3a-8f00-0000000000e2'

const block = { type: 'Block', subject: ANA, requestId: REQUEST, isInForce: false } as const
const unblock = { type: 'Unblock', subject: ANA, requestId: LATER } as const
const blocked = { type: 'SubjectBlocked', data: { subject: ANA, requestId: REQUEST } } as const
const unblocked = { type: 'SubjectUnblocked', data: { subject: ANA, requestId: LATER } } as const

decides(blocking)(
  'a block is one event, unless whom it blocks came back after an erasure, and is lifted once [PRIV-15]',
  [
    [[], block, [blocked]],
    [[blocked], { ...block, isInForce: true }, []],
    [[blocked], { ...block, requestId: LATER, isInForce: true }, []],
    // The effect of the request is still missing.
    [[blocked], block, []],
    [
      [blocked],
      { ...block, requestId: LATER },
      [{ ...blocked, data: { ...blocked.data, requestId: LATER } }],
    ],
    [[blocked], unblock, [unblocked]],
    [[blocked, unblocked], unblock, []],
    [[blocked, unblocked], block, [blocked]],
    [[], unblock, []],
  ],
)
