import { expect, test } from 'vitest'
import { buildSeconds } from './ops.ts'

test('what each read model took is from its own line to the next, and to the end', () => {
  const run = {
    seconds: 12,
    lines: [
      { text: '· PostgreSQL listo', seconds: 0.5 },
      { text: '· Reconstruyendo accounts para comparar…', seconds: 1 },
      { text: '· Reconstruyendo traffic para comparar…', seconds: 4 },
    ],
  }
  expect(buildSeconds(run)).toEqual({ accounts: 3, traffic: 8 })
})
