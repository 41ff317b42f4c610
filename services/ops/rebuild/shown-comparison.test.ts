import { expect, test } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import { comparisonText } from './shown-comparison.ts'

const TABLE = { table: 'days', rows: 9, freshRows: 9, checksum: '1', freshChecksum: '2' }

test('differing rows are counted, and shown side by side', () => {
  const row = { table: 'days', live: { day: '2026-11-10', visits: 9 } }
  const text = comparisonText([
    {
      projection: 'traffic',
      position: positionOf('19402'),
      tables: [{ ...TABLE, differing: 3 }],
      rows: [
        { ...row, fresh: { day: '2026-11-10', visits: 4 } },
        { ...row, fresh: null },
      ],
    },
  ])
  expect(text.split('\n').slice(3)).toEqual([
    '  traffic: 3 filas distintas',
    '  days day=2026-11-10',
    '    en uso  visits=9',
    '    nueva   visits=4',
    '  days',
    '    en uso  day=2026-11-10 visits=9',
    '    nueva   (no está)',
    '  …y 1 más (se muestran 100)',
  ])
})
