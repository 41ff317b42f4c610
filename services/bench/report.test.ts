import { expect, test } from 'vitest'
import { pageWith, tableRows } from './report.ts'

const PAGE = `# Benchmarks

What is measured.

| part     | figure | last             | aim    | measured   |
| -------- | ------ | ---------------- | ------ | ---------- |
| \`append\` | old    | 9.00 (8.00–9.50) | ≥8     | 2026-01-01 |
| \`start\`  | s      | 1.42 (1.25–1.61) | –      | 2026-01-01 |

The end.
`

const judged = { title: 'new', metric: 'rate', of: 'ours', atLeast: 8 }
const outcome = { judged, median: 5.5779, min: 4, max: 1_234.5, reached: false }
const BENCH_PARTS = ['track', 'append', 'start']

test('a run replaces the rows of its part in the table, and nothing else', () => {
  const rows = tableRows('append', [outcome], '2026-02-02')
  expect(pageWith(PAGE, 'append', rows, BENCH_PARTS)).toBe(`# Benchmarks

What is measured.

| part     | figure | last                  | aim | measured   |
| -------- | ------ | --------------------- | --- | ---------- |
| \`append\` | new    | **5.58 (4.00–1,235)** | ≥8  | 2026-02-02 |
| \`start\`  | s      | 1.42 (1.25–1.61)      | –   | 2026-01-01 |

The end.
`)
})

test('a part that has no rows yet gets them in its place', () => {
  const rows = tableRows('track', [outcome], '2026-02-02')
  const parts = pageWith(PAGE, 'track', rows, BENCH_PARTS).match(/^\| `\w+/gm)
  expect(parts).toEqual(['| `track', '| `append', '| `start'])
})

test('a page without its table is refused', () => {
  expect(() => pageWith('# Benchmarks', 'append', [], BENCH_PARTS)).toThrow('no table')
})
